import { UNPUBLISH_REASONS, type UnpublishReason } from "@survey-app/contract/moderation.ts";

/** The texts in place of an unpublished survey. */

export const reasonOf = (reason: UnpublishReason) => UNPUBLISH_REASONS[reason];
/** Without a reason, the words in its place say all. */
const withReason = (what: string, reason: UnpublishReason) =>
  reason === "unstated" ? reasonOf(reason) : `${what}: ${reasonOf(reason)}`;
export const notPublished = "Not published anymore";
export const notPublishedFor = (reason: UnpublishReason) => withReason(notPublished, reason);
export const notPublishedText =
  "An admin unpublished this survey, so its question and result are hidden. If you voted, your vote is kept and stays in your list of votes.";
export const yourVotes = "Your votes";

// For the owner and admins.
export const unpublished = "Unpublished";
export const unpublishedFor = (reason: UnpublishReason) => withReason(unpublished, reason);
export const onlyReason = "Others see only the reason. Voting is paused, and all votes are kept.";
