import type { SurveyTotals } from "@survey-app/contract/surveys.ts";
import type { Database } from "../../database/database.ts";
import { publicOnly } from "../../surveys/visible.sql.ts";

/** Returns the totals of these surveys by id, leaving out those that are not public. */
export async function findTotals(
  { db, dialect }: Database,
  ids: readonly string[],
): Promise<Map<string, SurveyTotals>> {
  const rows = await db
    .selectFrom("ballot_boxes")
    .select(["survey_id as surveyId", "total_votes as totalVotes", "yes_votes as yesVotes", "closed_at"])
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .where(publicOnly(Date.now(), "ballot_boxes"))
    .execute();
  return new Map(
    rows.map(({ closed_at, ...row }) => {
      const closedAt = closed_at === null ? null : new Date(closed_at).toISOString();
      return [row.surveyId, { ...row, noVotes: row.totalVotes - row.yesVotes, closedAt }];
    }),
  );
}
