import { randomBytes, randomUUID } from "node:crypto";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/time.ts";
import { sql } from "kysely";
import { countMatching } from "../../database/countMatching.ts";
import type { Database } from "../../database/database.ts";
import { newId } from "../../database/newId.ts";
import { insertSurvey } from "../../surveys/surveys.sql.ts";

/** The addresses of test accounts are their ids at this domain, which no mail server has (RFC 2606). */
const TEST_DOMAIN = "@load-test.invalid";
/** SQL for the address of a test account. It has the id, because people can sign up with any address at the domain. */
const testAddress = sql<string>`id || ${sql.lit(TEST_DOMAIN)}`;
/** Rows per statement: SQLite accepts 32,766 parameters. */
const CHUNK = 1000;

/** A test account with a session. */
export interface TestVoter {
  userId: string;
  sessionId: string;
}

/** The numbers of accounts that are neither admins nor of a load test, and of their and the admins' surveys. */
export async function countOthers({ db }: Database): Promise<{ accounts: number; surveys: number }> {
  const people = db.selectFrom("users").where(sql<string>`coalesce(email, '')`, "<>", testAddress);
  return {
    accounts: await countMatching(people.where("role", "<>", "admin")),
    surveys: await countMatching(db.selectFrom("surveys").where("owner_id", "in", people.select("id"))),
  };
}

/** Creates accounts without passwords, each with a session of an hour. */
export async function addTestVoters(database: Database, count: number): Promise<TestVoter[]> {
  const voters = Array.from({ length: count }, () => ({ userId: randomUUID(), sessionId: randomUUID() }));
  const now = Date.now();
  const times = { created_at: now, updated_at: now };
  await database.transaction(async ({ db }) => {
    for (let from = 0; from < count; from += CHUNK) {
      const chunk = voters.slice(from, from + CHUNK);
      const users = chunk.map(({ userId: id }) => ({
        id,
        name: "Load test",
        email: `${id}${TEST_DOMAIN}`,
        email_verified: 1,
        photo_url: null,
        ...times,
      }));
      const sessions = chunk.map(({ userId: user_id, sessionId: id }) => ({
        id,
        user_id,
        token: randomBytes(24).toString("base64url"),
        expires_at: now + HOUR_MS,
        ip_address: null,
        user_agent: null,
        ...times,
      }));
      await db.insertInto("users").values(users).execute();
      await db.insertInto("sessions").values(sessions).execute();
    }
  });
  return voters;
}

/** Creates published surveys. @returns their ids */
export async function addTestSurveys(database: Database, ownerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await database.transaction(async (tx) => {
    for (const id of ids)
      await insertSurvey(tx, {
        id,
        owner_id: ownerId,
        title: "Test: does this installation keep up?",
        description: "",
        category: "Food Preparation",
        image: "",
        status: PUBLISHED,
        starts_at: Date.now(),
        ends_at: null,
      });
  });
  return ids;
}

/** The number of voters on these surveys. */
export async function countTestVotes({ db }: Database, surveyIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("ballot_boxes")
    .where("survey_id", "in", surveyIds)
    .select(({ fn }) => fn.sum<number>("participants").as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends the sessions of all test accounts and takes their surveys out of the public lists. */
export function endTestAccess(database: Database): Promise<void> {
  return database.transaction(async ({ db }) => {
    const testers = db.selectFrom("users").where("email", "=", testAddress).select("id");
    await db.deleteFrom("sessions").where("user_id", "in", testers).execute();
    await db
      .updateTable("surveys")
      .set({ status: WAITING, sent_back_at: Date.now() })
      .where("owner_id", "in", testers)
      .execute();
  });
}
