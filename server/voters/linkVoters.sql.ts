import { createHmac, randomBytes } from "node:crypto";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { LINK_KEPT_DAYS } from "@survey-app/contract/votes/linkVotes.ts";
import { keepSurvey } from "../ballots/ballotBox.sql.ts";
import { publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";

/**
 * The voters of surveys by open link: browsers, each with a cookie of its own for each survey. Votes have a hash of
 * that cookie, keyed with a random key of the survey. The key is deleted 30 days after the close, and with it every way
 * from a browser to its vote.
 */

/** Hex digits of a hash: 128 bits. */
const HASH_DIGITS = 32;

/**
 * A public survey by open link. `key` is null once votes can no longer be found. `endsAt`: the deadline, in
 * milliseconds. `unsure`: whether "Not sure" is an answer.
 */
export interface LinkSurvey {
  key: string | null;
  endsAt: number;
  unsure: boolean;
}

/** Finds a public survey by open link, and creates its key when the first browser opens it. */
export async function findLinkSurvey(
  database: Database,
  surveyId: string,
): Promise<LinkSurvey | "notFound" | "notLinkElectorate"> {
  const find = () =>
    database.db
      .selectFrom("ballot_boxes")
      .leftJoin("link_surveys", "link_surveys.survey_id", "ballot_boxes.survey_id")
      .select(["electorate", "ends_at", "closed_at", "unsure", "voter_key as key"])
      .where("ballot_boxes.survey_id", "=", surveyId)
      .where(publicOnly(Date.now(), "ballot_boxes"))
      .executeTakeFirst();
  const found = await find();
  if (!found) return "notFound";
  if (found.electorate !== "link") return "notLinkElectorate";
  const { key, ends_at, closed_at } = found;
  const survey = { endsAt: ends_at ?? 0, unsure: found.unsure === 1 };
  if (key !== null || closed_at !== null) return { key, ...survey };
  await database.transaction(async (tx) => {
    if (await keepSurvey(tx, surveyId)) await insertLinkKey(tx, surveyId);
  });
  const opened = await find();
  return opened ? { key: opened.key, ...survey } : "notFound";
}

/** Creates the key of a survey by open link, unless it has one. Call it in a transaction that keeps the survey. */
export async function insertLinkKey({ db }: Database, surveyId: string): Promise<void> {
  await db
    .insertInto("link_surveys")
    .values({ survey_id: surveyId, voter_key: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The voter of a browser's cookie, as votes have it. @param key of the survey */
export const linkVoterId = (key: string, cookie: string): string => keyedHash(key, `voter ${cookie}`);

/** The hash of a network, for counting its votes. */
export const networkHash = (key: string, network: string): string => keyedHash(key, `network ${network}`);

const keyedHash = (key: string, text: string): string =>
  createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex").slice(0, HASH_DIGITS);

/**
 * Deletes data that could tell whose a vote was: the counts of networks after the close, and the keys of surveys 30
 * days later. Rooms end with the keys, and so do the questions that are prepared for them.
 */
export async function forgetLinkVoters({ db }: Database, now: number): Promise<void> {
  const closedBefore = (instant: number) =>
    db.selectFrom("surveys").select("id").where("electorate", "=", "link").where("closed_at", "<", instant);
  await db.deleteFrom("link_networks").where("survey_id", "in", closedBefore(now)).execute();
  for (const table of ["link_surveys", "room_questions"] as const)
    await db
      .deleteFrom(table)
      .where("survey_id", "in", closedBefore(now - LINK_KEPT_DAYS * DAY_MS))
      .execute();
}

/** Whether the host of a survey has said that its voters are in one room. */
export async function isInRoomMode({ db }: Database, surveyId: string): Promise<boolean> {
  const room = await db
    .selectFrom("link_surveys")
    .select("survey_id")
    .where("survey_id", "=", surveyId)
    .where("room_until", ">", Date.now())
    .executeTakeFirst();
  return room !== undefined;
}
