import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { enqueueToAdmins, enqueueToFailedAdmins } from "../mail/toAdmins.sql.ts";
import { REPORTED } from "./surveyOrder.sql.ts";

/**
 * Enqueues an email to each admin about the surveys that await review and those with open reports, at most once in 24
 * hours, and only if one of them is newer than the last email. Only confirmed addresses get it.
 * @returns whether it did
 */
export async function enqueueReviewDigest(database: MainDatabase, now = Date.now(), run?: JobRun): Promise<boolean> {
  const isDue = await enqueueForAll(database, now);
  const template = async () => ({ kind: "reviewDigest", ...(await countForReview(database.forLists)) }) as const;
  await enqueueToFailedAdmins(database, "reviewDigests", { template, run });
  return isDue;
}

async function enqueueForAll(database: MainDatabase, now: number): Promise<boolean> {
  const { db, forLists } = database;
  const sentAt = (await db.selectFrom("review_digests").select("sent_at").executeTakeFirst())?.sent_at ?? 0;
  // Before the transaction, because it reads all that awaits review, and on SQLite votes wait for a transaction.
  if (now - sentAt < DAY_MS || !(await hasNew(forLists, sentAt))) return false;
  const template = { kind: "reviewDigest", ...(await countForReview(forLists)) } as const;
  return database.transaction(async (tx) => {
    // Other instances wait for this row, and then find a digest that was sent just now.
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto("review_digests")
      .values({ id: 1, sent_at: now })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({ sent_at: now }).where("review_digests.sent_at", "=", sentAt),
      )
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    await enqueueToAdmins(tx, "reviewDigests", template);
    return true;
  });
}

/**
 * Whether a survey was submitted, edited or appealed since, and awaits review; or a report was written that is open.
 */
async function hasNew({ db, dialect }: Database, since: number): Promise<boolean> {
  const waiting = await db
    .selectFrom("survey_listings")
    .innerJoin("surveys", "surveys.id", "survey_listings.survey_id")
    .select("surveys.id")
    .where("survey_listings.status", "=", WAITING)
    .where("survey_listings.attention", ">", 0)
    .where("surveys.updated_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  if (waiting) return true;
  const ofSurveys = await db
    .selectFrom("survey_listings")
    .select("survey_id")
    .where("attention", "=", REPORTED)
    .execute();
  const ids = ofSurveys.map(({ survey_id }) => survey_id);
  const reported = await db
    .selectFrom("reports")
    .select("id")
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .where("created_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return reported !== undefined;
}

/** The number of surveys that await review, and of those with open reports. */
export async function countForReview({ db }: Database): Promise<{ waiting: number; reported: number }> {
  const listed = db.selectFrom("survey_listings");
  return {
    waiting: await countMatching(listed.where("status", "=", WAITING).where("attention", ">", 0)),
    reported: await countMatching(listed.where("attention", "=", REPORTED)),
  };
}
