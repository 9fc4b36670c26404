import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import * as moderationTexts from "@survey-app/texts/moderationTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";

/** Why a survey that was public can't be read any more, for everyone. */
export const notPublishedFor = (reason: UnpublishReason): string =>
  reason === "unstated"
    ? moderationTexts.unpublishedByAdmin
    : moderationTexts.notPublishedFor(surveyWords.unpublishReasons[reason]);

/** The same for its owner and admins, who can still read it. */
export const unpublishedFor = (reason: UnpublishReason): string =>
  reason === "unstated"
    ? moderationTexts.unpublishedByAdmin
    : moderationTexts.unpublishedFor(surveyWords.unpublishReasons[reason]);

/** The reasons among which an admin chooses. */
export const reasonOptions = () =>
  Object.entries(surveyWords.unpublishReasons)
    .filter(([value]) => value !== "unstated")
    .map(([value, label]) => ({ value, label }));
