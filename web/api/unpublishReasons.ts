import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import * as moderationTexts from "@survey-app/texts/moderationTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";

/** The sentence for everyone about why a survey that was public can no longer be read. */
export const notPublishedFor = (reason: UnpublishReason): string =>
  reason === "unstated"
    ? moderationTexts.unpublishedByAdmin
    : moderationTexts.notPublishedFor(surveyWords.unpublishReasons[reason]);

/** The sentence for its owner and admins, who can still read it. */
export const unpublishedFor = (reason: UnpublishReason): string =>
  reason === "unstated"
    ? moderationTexts.unpublishedByAdmin
    : moderationTexts.unpublishedFor(surveyWords.unpublishReasons[reason]);

/** The reasons that an admin can choose. */
export const reasonOptions = () =>
  Object.entries(surveyWords.unpublishReasons)
    .filter(([value]) => value !== "unstated")
    .map(([value, label]) => ({ value, label }));
