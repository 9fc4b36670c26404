import { randomBytes, randomUUID } from "node:crypto";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../server/database/database.ts";
import { searchable } from "../server/database/search.ts";
import type { Tokens } from "../server/session/tokens.ts";

const DAY = 24 * 3600_000;
/** Rows of one statement: SQLite takes 32 766 parameters. */
const CHUNK = 1000;

interface Voter {
  userId: string;
  token: string;
}

/** Distinct users, each with a living session and its own token. */
export async function addVoters(database: Database, tokens: Tokens, count: number): Promise<Voter[]> {
  const voters: Voter[] = [];
  await database.transaction(async ({ db, dialect }) => {
    const now = dialect.authInstant(Date.now());
    const expires_at = dialect.authInstant(Date.now() + DAY);
    while (voters.length < count) {
      const made = Array.from({ length: Math.min(CHUNK, count - voters.length) }, () => {
        const [userId, sessionId] = [randomUUID(), randomUUID()];
        return { userId, sessionId, token: tokens.sign({ userId, sessionId }) };
      });
      const users = made.map(({ userId: id }) => ({
        id,
        name: "Bench Voter",
        email: `${id}@example.org`,
        email_verified: dialect.authBoolean(true),
        photo_url: null,
        created_at: now,
        updated_at: now,
      }));
      const sessions = made.map(({ userId: user_id, sessionId: id }) => ({
        id,
        user_id,
        token: randomBytes(24).toString("base64url"),
        expires_at,
        ip_address: null,
        user_agent: null,
        created_at: now,
        updated_at: now,
      }));
      await db.insertInto("users").values(users).execute();
      await db.insertInto("sessions").values(sessions).execute();
      voters.push(...made);
    }
  });
  return voters;
}

/** Published surveys without a deadline, with titles of their own where there are any. @returns their ids */
export async function addSurveys(
  { db }: Database,
  ownerId: string,
  count: number,
  titles: readonly string[] = [],
): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => titles[index] ?? "Is this fast?").map((title) => ({
    id: uuidv7(),
    owner_id: ownerId,
    title,
    description: "",
    category: "Food Preparation" as const,
    image: "https://example.org/picture.webp",
    status: PUBLISHED,
    starts_at: now,
    ends_at: null,
    created_at: now,
    updated_at: now,
    search_text: searchable(title),
  }));
  await db.insertInto("surveys").values(rows).execute();
  return rows.map(({ id }) => id);
}
