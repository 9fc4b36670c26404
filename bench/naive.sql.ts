import { receiptOf } from "@survey-app/contract/ledger.ts";
import type { Database } from "../server/database/database.ts";
import { ledgerDay, nextHash } from "../server/database/voteChain.ts";
import type { Ballot, BallotResult } from "../server/votes/ballot.ts";

const DAY_MS = 24 * 3600_000;

/** One transaction: the vote and its counts, chained. Checks nothing else about the survey. */
export function storeOneByOne(database: Database, ballot: Ballot): Promise<BallotResult> {
  const now = Date.now();
  return database.transaction(async ({ db, dialect }) => {
    const { id, surveyId, userId, choice, comment } = ballot;
    const survey = await db
      .selectFrom("surveys")
      .select(["total_votes", "ledger_head"])
      .where("id", "=", surveyId)
      .$call(dialect.lock)
      .executeTakeFirstOrThrow();
    const n = survey.total_votes + 1;
    const hash = nextHash(surveyId, survey.ledger_head, { n, date: ledgerDay(now), vote: choice });
    await db
      .insertInto("votes")
      .values({ survey_id: surveyId, n, user_id: userId, id, choice, comment, created_at: now, hash })
      .execute();
    await db
      .updateTable("surveys")
      .set(({ eb }) => ({ total_votes: n, yes_votes: eb("yes_votes", "+", choice), ledger_head: hash }))
      .where("id", "=", surveyId)
      .execute();
    const day = Math.floor(now / DAY_MS);
    await db
      .insertInto("survey_days")
      .values({ survey_id: surveyId, day, total_votes: 1, yes_votes: choice })
      .onConflict((conflict) =>
        conflict.columns(["survey_id", "day"]).doUpdateSet(({ eb, ref }) => ({
          total_votes: eb(ref("survey_days.total_votes"), "+", 1),
          yes_votes: eb(ref("survey_days.yes_votes"), "+", choice),
        })),
      )
      .execute();
    return { kind: "stored", id, receipt: receiptOf({ n, hash }) };
  });
}
