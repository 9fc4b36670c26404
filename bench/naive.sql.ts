import { receiptOf } from "@survey-app/contract/ledger.ts";
import type { Database } from "../server/database/database.ts";
import { ledgerDay, nextHash } from "../server/database/voteChain.ts";
import type { Ballot, BallotResult } from "../server/votes/ballot.ts";

/** One transaction: the vote and its counts, chained. Checks nothing else about the survey. */
export function storeOneByOne(database: Database, ballot: Ballot): Promise<BallotResult> {
  const now = Date.now();
  return database.transaction(async ({ db, dialect }) => {
    const { id, surveyId, userId, choice, comment } = ballot;
    const survey = await db
      .selectFrom("ballot_boxes")
      .select(["total_votes", "ledger_head"])
      .where("survey_id", "=", surveyId)
      .$call(dialect.lock)
      .executeTakeFirstOrThrow();
    const n = survey.total_votes + 1;
    const hash = nextHash(surveyId, survey.ledger_head, { n, date: ledgerDay(now), vote: choice });
    await db
      .insertInto("votes")
      .values({ survey_id: surveyId, n, user_id: userId, id, choice, comment, created_at: now, hash })
      .execute();
    await db
      .updateTable("ballot_boxes")
      .set(({ eb }) => ({ total_votes: n, yes_votes: eb("yes_votes", "+", choice), ledger_head: hash }))
      .where("survey_id", "=", surveyId)
      .execute();
    return { kind: "stored", id, receipt: receiptOf({ n, hash }) };
  });
}
