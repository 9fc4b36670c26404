import { type Answer, ledgerStart } from "@survey-app/contract/ballots/ledger.ts";
import { sql } from "kysely";
import { chainVotes, sha256 } from "../ballots/voteChain.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";

/**
 * Begins the ledger of a survey as version 1.0 does during an upgrade: on PostgreSQL by calling its functions with what
 * that version passes, on SQLite, where two versions never run together, row by row.
 */
export async function beginAsVersion1(database: Database, surveyId: string, choices: readonly Answer[]): Promise<void> {
  const votes = choices.map((choice) => ({ id: newId(), userId: newId(), choice, comment: "" }));
  if (database.dialect.engine === "postgres") {
    const [first, ...others] = votes;
    if (first)
      await sql`select store_first_votes(${surveyId}, ${[first.id]}, ${[first.userId]}, ${[first.choice]}, ${[""]})`.execute(
        database.db,
      );
    if (others.length > 0) await storeAsVersion1(database, surveyId, others);
    return;
  }
  const box = await database.db
    .selectFrom("ballot_boxes")
    .select("ledger_key")
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const chain = chainVotes(() => ({ key: box.ledger_key, start: sha256(ledgerStart(surveyId, null)) }));
  const rows = chain(
    votes.map(({ id, userId: user_id, choice }) => ({
      survey_id: surveyId,
      id,
      user_id,
      choice,
      created_at: Date.now(),
    })),
  );
  await database.db
    .insertInto("votes")
    .values(rows.map((row) => ({ ...row, comment: "" })))
    .execute();
  await database.db
    .updateTable("ballot_boxes")
    .set({
      ...{ participants: rows.length, ledger_rows: rows.length, ledger_head: rows.at(-1)?.hash ?? "" },
      question_hash: "",
      yes_votes: choices.filter((choice) => choice === 1).length,
    })
    .where("survey_id", "=", surveyId)
    .execute();
}

/** What version 1.0 calls on PostgreSQL for other votes than first ones, and for few. It passes no question. */
export async function storeAsVersion1(
  { db }: Database,
  surveyId: string,
  ballots: readonly { id: string; userId: string; choice: Answer; comment: string; ticketHash?: string }[],
): Promise<string> {
  const { rows } = await sql<{ stored: string }>`
    select store_ballots(${surveyId}, ${JSON.stringify(ballots)}) as stored`.execute(db);
  return rows[0]?.stored ?? "";
}

/** Closes a survey as version 1.0 does: without what the end of a ledger of format 3 says. */
export async function closeAsVersion1({ db }: Database, surveyId: string): Promise<void> {
  await db
    .updateTable("surveys")
    .set({ closed_at: Date.now(), closed_by: "admin" })
    .where("id", "=", surveyId)
    .execute();
}
