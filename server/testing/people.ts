import { randomBytes, randomUUID } from "node:crypto";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { StoredRole } from "@survey-app/contract/users/users.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import type { Sender } from "../session/sender.sql.ts";
import type { Tokens } from "../session/tokens.ts";
import { addMembership } from "./memberships.sql.ts";

/** A signed-in user, with what a test needs to send requests as them. */
export interface Person {
  id: string;
  sessionId: string;
  name: string;
  email: string;
  token: string;
}

/** A person as the sender of a request, for functions that are tested without one. */
export const senderOf = ({ id, sessionId }: Person): Sender => ({ userId: id, sessionId, apiKey: null });

/** Creates a user with an active session and its token, without the 40 ms that hashing a password takes. */
export async function makePerson(
  database: Database,
  tokens: Tokens,
  {
    name = "Test Person",
    role = "user",
    isMember = false,
  }: { name?: string; role?: StoredRole; isMember?: boolean } = {},
): Promise<Person> {
  const { db } = database;
  const id = randomUUID();
  const sessionId = randomUUID();
  const email = `${id}@example.org`;
  const now = Date.now();
  await db
    .insertInto("users")
    .values({
      id,
      name,
      folded: storedFold(name),
      email,
      email_verified: 1,
      photo_url: null,
      role,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto("sessions")
    .values({
      id: sessionId,
      token: randomBytes(24).toString("base64url"),
      user_id: id,
      expires_at: Date.now() + DAY_MS,
      ip_address: null,
      user_agent: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  if (isMember) await addMembership(database, id);
  return { id, sessionId, name, email, token: tokens.sign({ userId: id, sessionId }) };
}

/** One user of each kind that the access rules distinguish. */
export async function createUsersOfEveryRole(database: Database, tokens: Tokens) {
  return {
    user: await makePerson(database, tokens, { name: "Uma User" }),
    pro: await makePerson(database, tokens, { name: "Pia Pro", isMember: true }),
    surveyor: await makePerson(database, tokens, { name: "Sam Surveyor", role: "surveyor" }),
    otherSurveyor: await makePerson(database, tokens, { name: "Olga Other", role: "surveyor" }),
    admin: await makePerson(database, tokens, { name: "Ada Admin", role: "admin" }),
  };
}
