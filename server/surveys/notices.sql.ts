import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { Database } from "../database/database.ts";
import { enqueueForOwner } from "./ownerEmails.sql.ts";

const BATCH_MAX = 100;
/**
 * How long after the deadline the result is final, in milliseconds: a vote that was checked just before the deadline may
 * still wait for the lock on its survey.
 */
const FINAL_AFTER_MS = 5000;
/** Owners are not told of deadlines that passed earlier than this, in milliseconds: no server ran then. */
const TOLD_WITHIN_MS = 2 * 24 * 3600_000;

/**
 * Enqueues an email for each survey that got its first vote.
 * @param reading the connection that looks for work: on SQLite not the thread that serves votes
 */
export async function enqueueFirstVoteEmails(database: Database, reading: Database): Promise<void> {
  if (!(await reading.db.selectFrom("first_votes").select("survey_id").limit(1).executeTakeFirst())) return;
  await database.transaction(async (tx) => {
    const rows = await tx.db
      .selectFrom("first_votes")
      .select("survey_id")
      .limit(BATCH_MAX)
      .$call(tx.dialect.lockFree)
      .execute();
    for (const { survey_id } of rows) {
      await tx.db.deleteFrom("first_votes").where("survey_id", "=", survey_id).execute();
      await enqueueForOwner(tx, survey_id, { kind: "surveyFirstVote" });
    }
  });
}

/** Enqueues an email with the result for each survey whose deadline has passed. */
export async function enqueueEndEmails(database: Database, reading: Database, now = Date.now()): Promise<void> {
  const ended = await reading.db
    .selectFrom("survey_catalogue")
    .innerJoin("surveys", "surveys.id", "survey_catalogue.survey_id")
    .select("surveys.id")
    .where("survey_catalogue.status", "=", PUBLISHED)
    .where("survey_catalogue.deadline", ">", now - TOLD_WITHIN_MS)
    .where("survey_catalogue.deadline", "<=", now - FINAL_AFTER_MS)
    // A survey without votes can get another deadline after the first one has passed.
    .where(({ eb, or, ref }) =>
      or([eb("surveys.told_end_at", "is", null), eb("surveys.told_end_at", "<", ref("surveys.ends_at"))]),
    )
    .orderBy("survey_catalogue.deadline")
    .limit(BATCH_MAX)
    .execute();
  for (const { id } of ended) await enqueueEndEmail(database, id, now);
}

/** In one transaction for each survey, because votes wait for its lock. */
function enqueueEndEmail(database: Database, id: string, now: number): Promise<void> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const survey = await db
      .selectFrom("surveys")
      .select(["ends_at", "told_end_at", "status", "total_votes", "yes_votes"])
      .where("id", "=", id)
      .$call(dialect.lock)
      .executeTakeFirst();
    // Another instance was faster, or the survey has changed since it was found.
    if (!survey || survey.status !== PUBLISHED || survey.ends_at === null) return;
    if (survey.ends_at > now || survey.ends_at === survey.told_end_at) return;
    await db.updateTable("surveys").set({ told_end_at: survey.ends_at }).where("id", "=", id).execute();
    const { total_votes: totalVotes, yes_votes: yesVotes } = survey;
    await enqueueForOwner(tx, id, { kind: "surveyEnded", totalVotes, yesVotes });
  });
}
