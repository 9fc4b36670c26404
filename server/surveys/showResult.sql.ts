import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { showResult as endpoint } from "@survey-app/contract/surveys/surveys.ts";
import { lockSurvey } from "../ballots/ballotBox.sql.ts";
import { publicationOf, whyNotOpen } from "../ballots/publication.sql.ts";
import { type Action, loggedFor, may } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { findSurvey } from "./surveys.sql.ts";

type Showing = ResponseOf<typeof endpoint>;

/**
 * Shows everyone the result of a survey of `currentUser` that waits for it (`results: "shown"`). Voting continues. Does
 * nothing if the result is shown already, or voting has ended, because the close shows it.
 * @returns the reason why the result can't be shown; null if it is shown, or voting has ended
 */
export async function showResult(
  { tx, by, record }: Change<Action>,
  id: string,
): Promise<"notFound" | "notInThisMode" | "notPublished" | "noVotesYet" | null> {
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
    // Without totals, as at a close: the audit log doesn't contain results.
    await record({ kind: "shown", surveyId: id, ...loggedFor(by, survey, {}), isPublic: true });
  }
  return null;
}

/** The state of a survey's result, as everyone sees it; null if there is no such survey. */
export async function findShowing(tx: Database, id: string, reader: CurrentUser): Promise<Showing | null> {
  const survey = await findSurvey(tx, id, reader);
  if (!survey) return null;
  const { totalVotes, yesVotes, noVotes, unsureVotes, participants, resultsVisible, resultsOpen } = survey;
  return {
    shownAt: survey.shownAt ?? null,
    shownAfter: survey.shownAfter ?? null,
    totals: { totalVotes, yesVotes, noVotes, unsureVotes, participants, resultsVisible, resultsOpen },
  };
}
