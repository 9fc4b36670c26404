import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { sql } from "kysely";
import { chainVotes, startOf } from "../ballots/voteChain.ts";
import type { Database } from "../database/database.ts";

/**
 * Gives the votes on a survey other answers, as if they had been cast like that: with their hashes, the counters, and
 * the counts of days. It bypasses the triggers that forbid such a change.
 * @param answerOf the new answer of the vote with the number `n`
 */
export function changeAnswers(
  database: Database,
  surveyId: string,
  answerOf: (vote: { n: number; choice: Answer }) => Answer,
): Promise<void> {
  return database.transaction(async (tx) => {
    const { db } = tx;
    const ofSurvey = sql`where survey_id = ${surveyId}`;
    const before = await db
      .selectFrom("votes")
      .select(["survey_id", "n", "choice", "created_at", "replaces", "replaced_by"])
      .where("survey_id", "=", surveyId)
      .orderBy("n")
      .execute();
    const box = await db
      .selectFrom("ballot_boxes")
      .selectAll()
      .where("survey_id", "=", surveyId)
      .executeTakeFirstOrThrow();
    const chain = chainVotes(() => ({ key: box.ledger_key, start: startOf(box) }));
    const votes = chain(before.map((vote) => ({ ...vote, choice: answerOf(vote) })));
    const forbidAgain = await allowChanges(tx);
    for (const { n, choice, hash } of votes)
      await sql`update votes set choice = ${choice}, hash = ${hash} ${ofSurvey} and n = ${n}`.execute(db);
    await forbidAgain();
    const count = (answer: Answer) =>
      votes.filter(({ choice, replaced_by }) => choice === answer && replaced_by === null).length;
    const answers = sql`yes_votes = ${count(1)}, unsure_votes = ${count(2)}`;
    await sql`update ballot_boxes set ${answers}, ledger_head = ${votes.at(-1)?.hash} ${ofSurvey}`.execute(db);
    await sql`update survey_days set ${answers} ${ofSurvey}`.execute(db);
    const listed = { listed_yes: count(1), listed_unsure: count(2) };
    await db.updateTable("surveys").set(listed).where("id", "=", surveyId).execute();
  });
}

/**
 * Lets the transaction change votes, which triggers forbid. On PostgreSQL it runs as a replica, which fires no
 * triggers, also on the servers of a distributed database.
 * @returns a function that ends it
 */
async function allowChanges({ db, dialect }: Database): Promise<() => Promise<unknown>> {
  if (dialect.engine === "postgres") {
    await sql`set local citus.propagate_set_commands to 'local'`.execute(db);
    await sql`set local session_replication_role to replica`.execute(db);
    return () => sql`set local session_replication_role to origin`.execute(db);
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger' and name in ('votes_stand', 'votes_removed_once')`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  return async () => {
    for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
  };
}

/**
 * Gives the rows of each of these voters to the next one, as if they had voted in another order; each keeps their
 * comment. It bypasses the triggers that forbid such a change.
 */
export function rotateVoters(database: Database, surveyId: string, userIds: readonly string[]): Promise<void> {
  return database.transaction(async (tx) => {
    const { db } = tx;
    const ofSurvey = sql`where survey_id = ${surveyId}`;
    const current = await db
      .selectFrom("votes")
      .select(["user_id", "comment", "commented_at"])
      .where("survey_id", "=", surveyId)
      .where("replaced_by", "is", null)
      .execute();
    const forbidAgain = await allowChanges(tx);
    // In two steps, because a voter has one row of each turn.
    for (const [index, id] of userIds.entries())
      await sql`update votes set user_id = ${`next ${index}`} ${ofSurvey} and user_id = ${id}`.execute(db);
    for (const [index] of userIds.entries()) {
      const next = userIds[(index + 1) % userIds.length];
      await sql`update votes set user_id = ${next} ${ofSurvey} and user_id = ${`next ${index}`}`.execute(db);
    }
    await forbidAgain();
    for (const { user_id, comment, commented_at } of current)
      await sql`update votes set comment = ${comment}, commented_at = ${commented_at}
        ${ofSurvey} and user_id = ${user_id} and replaced_by is null`.execute(db);
  });
}
