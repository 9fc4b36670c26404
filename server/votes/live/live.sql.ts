import type { SurveyTotals } from "@survey-app/contract/surveys.ts";
import type { Database } from "../../database/database.ts";
import { publicOnly } from "../../surveys/visible.sql.ts";

/** Returns the totals of these surveys by id, leaving out those that are not public. */
export async function findTotals(
  { db, dialect }: Database,
  ids: readonly string[],
): Promise<Map<string, SurveyTotals>> {
  const rows = await db
    .selectFrom("surveys")
    .select(["id as surveyId", "total_votes as totalVotes", "yes_votes as yesVotes"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where(publicOnly(Date.now()))
    .execute();
  return new Map(rows.map((row) => [row.surveyId, { ...row, noVotes: row.totalVotes - row.yesVotes }]));
}
