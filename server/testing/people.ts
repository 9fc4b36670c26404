import { randomBytes, randomUUID } from "node:crypto";
import type { StoredRole } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";
import type { Tokens } from "../session/tokens.ts";

const DAY = 24 * 3600_000;

/** A signed-in user, with what a test needs to send requests as them. */
export interface Person {
  id: string;
  sessionId: string;
  name: string;
  email: string;
  token: string;
}

/** A user with a living session and its token, without the 40 ms that a password costs. */
export async function makePerson(
  { db, dialect }: Database,
  tokens: Tokens,
  {
    name = "Test Person",
    role = "user",
    isMember = false,
  }: { name?: string; role?: StoredRole; isMember?: boolean } = {},
): Promise<Person> {
  const id = randomUUID();
  const sessionId = randomUUID();
  const email = `${id}@example.org`;
  const now = dialect.authInstant(Date.now());
  await db
    .insertInto("users")
    .values({
      id,
      name,
      email,
      email_verified: dialect.authBoolean(true),
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
      expires_at: dialect.authInstant(Date.now() + DAY),
      ip_address: null,
      user_agent: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  if (isMember) {
    // Ends so late that the app does not write to them about it.
    await db
      .insertInto("memberships")
      .values({ id: randomUUID(), user_id: id, starts_at: Date.now() - DAY, ends_at: Date.now() + 364 * DAY })
      .execute();
  }
  return { id, sessionId, name, email, token: tokens.sign({ userId: id, sessionId }) };
}

/** One of each whom the access rules tell apart. */
export async function createUsersOfEveryRole(database: Database, tokens: Tokens) {
  return {
    user: await makePerson(database, tokens, { name: "Uma User" }),
    pro: await makePerson(database, tokens, { name: "Pia Pro", isMember: true }),
    surveyor: await makePerson(database, tokens, { name: "Sam Surveyor", role: "surveyor" }),
    otherSurveyor: await makePerson(database, tokens, { name: "Olga Other", role: "surveyor" }),
    admin: await makePerson(database, tokens, { name: "Ada Admin", role: "admin" }),
  };
}
