import type { SurveyTotals } from "@survey-app/contract/surveys.ts";
import { publicOnly, visibleTotals } from "../../ballots/visible.sql.ts";
import type { Database } from "../../database/database.ts";
import { toIso } from "../../database/toIso.ts";

/** Returns the totals of these surveys by id, leaving out those that are not public. A stream shows everyone a visitor's view. */
export async function findTotals(
  { db, dialect }: Database,
  ids: readonly string[],
): Promise<Map<string, SurveyTotals>> {
  const rows = await db
    .selectFrom("ballot_boxes")
    .select([
      "survey_id",
      "results",
      "privacy",
      "status",
      "ends_at",
      "closed_at",
      "participants",
      "yes_votes",
      "unsure_votes",
    ])
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .where(publicOnly(Date.now(), "ballot_boxes"))
    .execute();
  return new Map(
    rows.map(({ survey_id: surveyId, ...box }) => [
      surveyId,
      { surveyId, ...visibleTotals(box, false), closedAt: toIso(box.closed_at) },
    ]),
  );
}
