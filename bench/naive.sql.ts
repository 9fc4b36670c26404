import { receiptOf } from "@survey-app/contract/ledger.ts";
import { UNSURE, YES } from "@survey-app/contract/votes.ts";
import { sql } from "kysely";
import { ledgerDay, nextHash, startOf } from "../server/ballots/voteChain.ts";
import type { Database } from "../server/database/database.ts";
import type { Ballot, BallotResult } from "../server/votes/ballot.ts";

/** One transaction: the vote and its counts, chained. Checks nothing else about the survey. */
export function storeOneByOne(database: Database, ballot: Ballot): Promise<BallotResult> {
  const now = Date.now();
  return database.transaction(async ({ db, dialect }) => {
    const { id, surveyId, userId, choice, comment } = ballot;
    const survey = await db
      .selectFrom("ballot_boxes")
      .selectAll()
      .where("survey_id", "=", surveyId)
      .$call(dialect.lock)
      .executeTakeFirstOrThrow();
    const n = survey.ledger_rows + 1;
    const hash = nextHash(survey.ledger_head || startOf(survey), {
      key: survey.ledger_key,
      n,
      date: ledgerDay(now),
      replaces: null,
      vote: choice,
    });
    await db
      .insertInto("votes")
      .values({ survey_id: surveyId, n, user_id: userId, id, choice, comment, created_at: now, hash })
      .execute();
    await db
      .updateTable("ballot_boxes")
      .set(({ eb }) => ({
        participants: eb("participants", "+", 1),
        ledger_rows: n,
        yes_votes: sql<number>`yes_votes + ${Number(choice === YES)}`,
        unsure_votes: sql<number>`unsure_votes + ${Number(choice === UNSURE)}`,
        ledger_head: hash,
      }))
      .where("survey_id", "=", surveyId)
      .execute();
    return { kind: "stored", id, receipt: receiptOf({ n, hash }) };
  });
}
