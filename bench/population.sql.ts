import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { type Insertable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../server/database/database.ts";
import { encodeForSearch } from "../server/database/searchText.ts";
import type { Tables } from "../server/database/tables.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import type { Tokens } from "../server/session/tokens.ts";
import { storeUnknownHashes } from "../server/surveys/question.sql.ts";

const DAY = 24 * 3600_000;
/** Rows per statement: SQLite accepts 32,766 parameters. */
const CHUNK = 1000;

interface Voter {
  userId: string;
  sessionId: string;
  token: string;
}

/** Creates distinct users, each with a valid session and its own token. */
export async function addVoters(database: Database, tokens: Tokens, count: number): Promise<Voter[]> {
  const voters: Voter[] = [];
  await database.transaction(async ({ db }) => {
    const now = Date.now();
    while (voters.length < count) {
      const chunk = Array.from({ length: Math.min(CHUNK, count - voters.length) }, () => {
        const [userId, sessionId] = [randomUUID(), randomUUID()];
        return { userId, sessionId, token: tokens.sign({ userId, sessionId }) };
      });
      const users = chunk.map(({ userId: id }) => ({
        id,
        name: "Bench Voter",
        email: `${id}@example.org`,
        email_verified: 1,
        photo_url: null,
        created_at: now,
        updated_at: now,
      }));
      const sessions = chunk.map(({ userId, sessionId }) => sessionOf(userId, sessionId));
      await db.insertInto("users").values(users).execute();
      await db.insertInto("sessions").values(sessions).execute();
      voters.push(...chunk);
    }
  });
  return voters;
}

function sessionOf(user_id: string, id: string) {
  const now = Date.now();
  const token = randomBytes(24).toString("base64url");
  const device = { ip_address: null, user_agent: null };
  return { id, user_id, token, expires_at: now + DAY, ...device, created_at: now, updated_at: now };
}

/** Signs in an existing user. @returns their token */
export async function addSession({ db }: Database, tokens: Tokens, userId: string): Promise<string> {
  const sessionId = randomUUID();
  await db.insertInto("sessions").values(sessionOf(userId, sessionId)).execute();
  return tokens.sign({ userId, sessionId });
}

/** Creates published surveys without a deadline, with the given titles if any. @returns their ids */
export async function addSurveys(
  database: Database,
  ownerId: string,
  count: number,
  {
    titles = [],
    ...settings
  }: { titles?: readonly string[] } & Partial<
    Pick<Insertable<Tables["surveys"]>, "results" | "privacy" | "changeable" | "ends_at" | "electorate">
  > = {},
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
    first_published_at: now,
    starts_at: now,
    ends_at: null,
    created_at: now,
    updated_at: now,
    search_text: encodeForSearch(title),
    ...settings,
  }));
  await database.db.insertInto("surveys").values(rows).execute();
  const ids = rows.map(({ id }) => id);
  // Otherwise the first vote on each would wait for that.
  await storeUnknownHashes(database, ids);
  return ids;
}

/** Resolves when all emails have been sent. */
export async function emailsSent({ db }: Database): Promise<void> {
  while (await db.selectFrom("outbox").select("id").limit(1).executeTakeFirst()) await sleep(100);
}

export async function makeAdmin({ db }: Database, userId: string): Promise<void> {
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", userId).execute();
}

/** Running published surveys from the whole list, with their sort keys. */
export async function publishedSurveys({ db }: Database, count: number) {
  const { rows } = await sql<{ id: string; votes: number; deadline: number }>`
    select surveys.id, listed_votes as votes, deadline
    from surveys join survey_listings on survey_id = surveys.id
    where surveys.status = ${PUBLISHED} and deadline > ${Date.now() + DAY} and listed_votes < 1000
    order by substr(surveys.id, 24), surveys.id limit ${count}`.execute(db);
  return rows;
}

/** @returns the URL of a new database on that server */
export async function createDatabase(server: string, name: string): Promise<string> {
  const admin = openDatabase({ databaseUrl: server, dataDir: "" });
  try {
    await sql`create database ${sql.id(name)}`.execute(admin.db);
  } finally {
    await admin.close();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
