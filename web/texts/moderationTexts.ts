import { UNPUBLISH_REASONS, type UnpublishReason } from "@survey-app/contract/moderation.ts";
import type { ReportOutcome } from "@survey-app/contract/votes.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of unpublished surveys: for everyone, for the owner, and for admins who decide about them. */

export const reasonOf = (reason: UnpublishReason) => UNPUBLISH_REASONS[reason];
export const notPublished = "Not published anymore";
export const notPublishedFor = (reason: UnpublishReason) => `${notPublished}: ${reasonOf(reason)}`;
export const notPublishedText =
  "An admin unpublished this survey, so its question and result are hidden. If you voted, your vote is kept and stays in your list of votes.";
export const yourVotes = "Your votes";

// For the owner and admins.
export const unpublished = "Unpublished";
export const unpublishedFor = (reason: UnpublishReason) => `${unpublished}: ${reasonOf(reason)}`;
export const responded = "Owner responded";
export const onlyReason = "Others see only the reason. Voting is paused, and all votes are kept.";
export const fromAdmin = "What the admin wrote";
export const appealOf = "The owner's appeal";
export const appealOn = (day: ReactNode) => rich`Appealed on ${day}`;
export const inReview = "This survey awaits review again. We'll email the decision.";
export const inReviewHere = "This survey awaits review again. The decision will appear here.";
export const staysUnpublished =
  "An admin reviewed it again, and it stays unpublished. The feedback is under Feedbacks.";

// The appeal.
export const appeal = "Appeal";
export const appealTitle = "Appeal this decision?";
export const appealText =
  "You can appeal once. An admin then reviews the survey again, and you can't change what you wrote.";
export const appealLabel = "Why should it be published?";
export const appealEmpty = "Say why the survey should be published.";
export const appealSubmit = "Send appeal";
export const appealSent = "Your appeal is sent. The survey awaits review again.";
export const appealUnknown =
  "We couldn't reach the server, so we don't know whether your appeal was sent. Try again: it is never sent twice.";

// The admin's dialog.
export const reason = "Reason";
export const chooseReason = "Choose a reason";
export const reasonHint = "Everyone can read it in place of the survey.";
export const keep = "Keep unpublished";
export const kept = "The survey stays unpublished. Its owner gets your feedback.";
export const whyKeep = "Tell the owner why: feedback is required.";

// Reports.
export const outcomes: Record<ReportOutcome, string> = {
  upheld: "Upheld",
  dismissed: "Dismissed",
};
/** For the author of a report. */
export const outcomeForAuthor = (outcome: ReportOutcome | null) => {
  if (outcome === null) return "An admin has not decided yet.";
  return outcome === "upheld" ? "An admin agreed with your report." : "An admin found nothing inappropriate.";
};
