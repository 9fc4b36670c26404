import { type Selectable, sql } from "kysely";
import type { BallotBox } from "../ballots/ballotBox.sql.ts";
import { hasTooFewVotes } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { SurveyRow } from "../database/tables.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachBatch, eachRow, isTriable } from "../queues/steps.sql.ts";

/**
 * Moves the sums of a secret survey into its locked ballot box; if too few people voted, deletes them. Call it in the
 * transaction that closes the survey; `eraseClosed` then erases the former sums from the database's files.
 * @returns what lists copy from the box
 */
export async function moveTallyToBox(
  { db, dialect }: Database,
  surveyId: string,
  box: BallotBox,
): Promise<Partial<Pick<Selectable<SurveyRow>, "listed_votes" | "listed_yes" | "listed_unsure">>> {
  const tally = await db
    .deleteFrom("secret_tallies")
    .where("survey_id", "=", surveyId)
    .returning(["yes", "unsure"])
    .executeTakeFirst();
  if (!tally) return {}; // there are no votes
  const isShown = !hasTooFewVotes(box);
  if (isShown) {
    const answers = { yes_votes: tally.yes, unsure_votes: tally.unsure };
    await db.updateTable("ballot_boxes").set(answers).where("survey_id", "=", surveyId).execute();
  }
  const closing = dialect.engine === "postgres" ? sql`transaction_of(survey_id)` : sql.lit("0");
  await sql`
    insert into secret_erasures (survey_id, closing)
    select survey_id, ${closing} from ballot_boxes where survey_id = ${surveyId}
    on conflict (survey_id) do update set closing = excluded.closing`.execute(db);
  return isShown ? { listed_votes: box.participants, listed_yes: tally.yes, listed_unsure: tally.unsure } : {};
}

/**
 * The most surveys whose erasure one run completes, and the most voters in one statement: on SQLite votes wait for it.
 */
const SURVEYS_MAX = 100;
const VOTERS_MAX = 1000;

/**
 * How long rewriting the sums on PostgreSQL waits for its lock, in milliseconds. Meanwhile votes on secret surveys wait
 * too.
 */
const LOCK_MS = 500;

/**
 * Erases what closed secret surveys leave behind: the hashes of tickets, and the former sums. The sums after each vote,
 * together with the order of the voters, would tell how each person voted. PostgreSQL keeps former rows in the table
 * until it is vacuumed, and SQLite keeps them in its write-ahead log. Data that can't be erased yet, because a backup
 * or another long transaction still reads it, is left for a later call.
 */
export async function eraseClosed(database: Database, run?: JobRun): Promise<void> {
  const { db } = database;
  const closed = await db
    .selectFrom("secret_erasures")
    .select("survey_id")
    .where(isTriable("secretErasures", "survey_id"))
    .orderBy("survey_id")
    .limit(SURVEYS_MAX)
    .execute();
  if (closed.length === 0) return;
  const keys = closed.map(({ survey_id }) => survey_id);
  const emptied: string[] = [];
  await eachRow(database, "secretErasures", {
    keys,
    step: async (id) => {
      await emptyTicketHashes(database, id);
      emptied.push(id);
    },
    run,
    isFirstPart: true,
  });
  if (emptied.length === 0) return;
  // For all surveys together, not for each one: rewriting the table makes votes wait.
  const erased = await eraseSums(database, emptied);
  const removeErased = (ids: readonly string[]) =>
    db.deleteFrom("secret_erasures").where("survey_id", "in", ids).execute();
  await eachBatch(database, "secretErasures", { keys: erased, size: SURVEYS_MAX, step: removeErased, run });
}

async function emptyTicketHashes({ db }: Database, surveyId: string): Promise<void> {
  for (let last = ""; ; ) {
    const voters = await db
      .selectFrom("secret_voters")
      .select("voter")
      .where("survey_id", "=", surveyId)
      .where("voter", ">", last)
      .orderBy("voter")
      .limit(VOTERS_MAX)
      .execute();
    const end = voters.at(-1)?.voter;
    if (end === undefined) return;
    await db
      .updateTable("secret_voters")
      .set({ ticket_hash: "" })
      .where("survey_id", "=", surveyId)
      .where("voter", ">", last)
      .where("voter", "<=", end)
      .execute();
    last = end;
  }
}

/** @returns the surveys whose former sums are gone */
async function eraseSums(database: Database, closed: readonly string[]): Promise<readonly string[]> {
  if (database.truncateWal) return (await database.truncateWal()) ? closed : [];
  const { db, dialect } = database;
  // PostgreSQL keeps a deleted row as long as a transaction is open that began before the deletion: rewriting would
  // copy the row.
  const unread = await db
    .selectFrom("secret_erasures")
    .select("survey_id")
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), closed))
    .where(sql<boolean>`is_read_no_more(closing)`)
    .execute();
  if (unread.length > 0) await rewriteTallies(database);
  return unread.map(({ survey_id }) => survey_id);
}

async function rewriteTallies({ db }: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, false)`.execute(connection);
    try {
      await sql`vacuum full secret_tallies`.execute(connection);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}
