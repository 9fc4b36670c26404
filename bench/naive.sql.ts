import type { Database } from "../server/database/database.ts";
import type { Ballot, Outcome } from "../server/votes/ballot.ts";

const DAY_MS = 24 * 3600_000;

/** One transaction: the vote and its counts. Asks nothing about the survey. */
export function storeOneByOne(database: Database, ballot: Ballot): Promise<Outcome> {
  const now = Date.now();
  return database.transaction(async ({ db }) => {
    const { id, surveyId, userId, choice, comment } = ballot;
    await db
      .insertInto("votes")
      .values({ survey_id: surveyId, user_id: userId, id, choice, comment, created_at: now })
      .execute();
    await db
      .updateTable("surveys")
      .set(({ eb }) => ({ total_votes: eb("total_votes", "+", 1), yes_votes: eb("yes_votes", "+", choice) }))
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
    return { kind: "stored", id };
  });
}
