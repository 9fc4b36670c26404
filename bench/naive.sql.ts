import type { Database } from "../server/database/database.ts";
import type { Ballot, Outcome } from "../server/votes/votes.sql.ts";

/** One transaction: the vote and its count. Asks nothing about the survey. */
export function storeOneByOne(database: Database, ballot: Ballot): Promise<Outcome> {
  return database.transaction(async ({ db }) => {
    const { id, surveyId, userId, choice, comment } = ballot;
    await db
      .insertInto("votes")
      .values({ survey_id: surveyId, user_id: userId, id, choice, comment, created_at: Date.now() })
      .execute();
    await db
      .updateTable("surveys")
      .set(({ eb }) => ({ total_votes: eb("total_votes", "+", 1), yes_votes: eb("yes_votes", "+", choice) }))
      .where("id", "=", surveyId)
      .execute();
    return { kind: "stored", id };
  });
}
