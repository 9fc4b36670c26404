import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";
import { voteDraftKey } from "./voteDraftKey.ts";

/**
 * A visitor's choice before signing up. It is a draft of the tab. A link in an email opens another one, so it can be kept for that: in
 * this browser, one at most, for as long as the link is valid. Neither the email nor its link says anything of it, and a link casts no
 * vote: the survey's page shows the choice again, and only its button votes.
 */

const KEPT = "kept-vote";

interface PickedVote {
  surveyId: string;
  vote: string;
}

/** The survey to which a visitor comes back; null if that is another page. */
const surveyAt = (returnTo: string | null) => /^\/(?:surveydetails|vote)\/([\w-]+)$/.exec(returnTo ?? "")?.[1] ?? null;

function readTabs(returnTo: string | null): PickedVote | null {
  const surveyId = surveyAt(returnTo);
  const vote = surveyId && readDraft<PickedVote>("session", voteDraftKey(surveyId))?.vote;
  return surveyId && vote ? { surveyId, vote } : null;
}

/** Deletes what is too old. */
function readKept(returnTo: string | null): PickedVote | null {
  const { surveyId, vote, until = 0 } = readDraft<PickedVote & { until: number }>("local", KEPT) ?? {};
  if (!surveyId || !vote) return null;
  if (until > Date.now()) return surveyId === surveyAt(returnTo) ? { surveyId, vote } : null;
  clearDraft("local", KEPT);
  return null;
}

/** Whether a visitor comes from a survey on which they picked an answer. */
export const hasPickedVote = (returnTo: string | null): boolean =>
  readTabs(returnTo) !== null || readKept(returnTo) !== null;

/** Keeps the choice of this tab for the one that a link in an email opens. @returns whether there is one */
export function keepPickedVote(returnTo: string): boolean {
  const picked = readTabs(returnTo);
  if (!picked) return false;
  const ms = EMAIL_LINK_MINUTES * 60_000;
  writeDraft("local", KEPT, { ...picked, until: Date.now() + ms });
  // What nobody came for must not stay; where the tab is closed, the next visit of a page to sign up or log in deletes it.
  setTimeout(() => readKept(null), ms + 1000);
  return true;
}

/** Moves a kept choice to this tab. */
export function takePickedVote(returnTo: string | null): void {
  const kept = readKept(returnTo);
  if (!kept) return;
  if (!readTabs(returnTo)) writeDraft("session", voteDraftKey(kept.surveyId), { vote: kept.vote });
  clearDraft("local", KEPT);
}
