import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { showResult as endpoint } from "@survey-app/contract/surveys/surveys.ts";
import { lockSurvey, surveyGone } from "../ballots/ballotBox.sql.ts";
import { publicationOf, whyNotOpen } from "../ballots/publication.sql.ts";
import { type Action, loggedFor, may } from "../ballots/rights.ts";
import { visibleTotals } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import type { Change } from "../events/surveyEvents.ts";

type Showing = ResponseOf<typeof endpoint>;

/**
 * Shows everyone the result of a survey of `currentUser` that waits for it (`results: "shown"`). Voting goes on.
 * Does nothing if it is shown, or voting has ended: then the close shows it.
 * @returns the state, or why the result can't be shown
 */
export async function showResult(
  { tx, by, record }: Change<Action>,
  id: string,
): Promise<Showing | "notFound" | "notInThisMode" | "notPublished" | "noVotesYet"> {
  const locked = await lockSurvey(tx, id);
  if (!locked || !may("show", by.currentUser, locked.survey)) return "notFound";
  const { box, survey, now } = locked;
  if (box.results !== "shown") return "notInThisMode";
  const obstacle = whyNotOpen(publicationOf({ ...survey, ...box }, now));
  if (obstacle === "notPublished") return obstacle;
  if (obstacle === null && box.shown_at === null) {
    if (box.participants === 0) return "noVotesYet";
    await tx.db
      .updateTable("ballot_boxes")
      .set({ shown_at: Math.max(now, box.voted_at), shown_after: box.participants })
      .where("survey_id", "=", id)
      .execute();
    // Without totals, as at a close: the audit log holds no results.
    await record({ kind: "shown", surveyId: id, ...loggedFor(by, survey, {}), isPublic: true });
  }
  return readShowing(tx, id);
}

/** The state of a survey's result, as everyone sees it. */
async function readShowing({ db }: Database, id: string): Promise<Showing> {
  const { shown_after, ...box } = await db
    .selectFrom("ballot_boxes")
    .select(["results", "privacy", "status", "ends_at", "closed_at", "shown_at", "shown_after"])
    .select(["participants", "yes_votes", "unsure_votes"])
    .where("survey_id", "=", id)
    .executeTakeFirstOrThrow(surveyGone);
  return { shownAt: toIso(box.shown_at), shownAfter: shown_after, totals: visibleTotals(box, false) };
}
