import type { SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import { publicOnly, showingOf, visibleTotals } from "../../ballots/visible.sql.ts";
import type { Database } from "../../database/database.ts";
import { toIso } from "../../database/toIso.ts";
import { findRoomMoves } from "../../voters/rooms.sql.ts";

/**
 * Returns the totals of these surveys by id, leaving out those that are not public. A stream shows everyone a visitor's
 * view.
 */
export async function findTotals(database: Database, ids: readonly string[]): Promise<Map<string, SurveyTotals>> {
  const { db, dialect } = database;
  const rows = await db
    .selectFrom("ballot_boxes")
    .select([
      "survey_id",
      "electorate",
      "results",
      "privacy",
      "status",
      "ends_at",
      "closed_at",
      "shown_at",
      "shown_after",
      "participants",
      "yes_votes",
      "unsure_votes",
    ])
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .where(publicOnly(Date.now(), "ballot_boxes"))
    .execute();
  const byLink = rows.filter(({ electorate }) => electorate === "link").map(({ survey_id }) => survey_id);
  const moves = byLink.length > 0 ? await findRoomMoves(database, byLink) : null;
  return new Map(
    rows.map(({ survey_id: surveyId, electorate: _, shown_after, ...box }) => {
      const movedTo = moves?.get(surveyId);
      const showing = showingOf({ shown_at: box.shown_at, shown_after });
      const totals = { surveyId, ...visibleTotals(box, false), closedAt: toIso(box.closed_at), ...showing };
      return [surveyId, movedTo === undefined ? totals : { ...totals, movedTo }];
    }),
  );
}
