import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import { unpublishedFor } from "../api/unpublishReasons.ts";

/** Why an admin unpublished a survey, in a few words. */
export const UnpublishedFor = ({ reason }: { reason: UnpublishReason | "unstated" }) => unpublishedFor(reason);
