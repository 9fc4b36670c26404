import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { APPEAL_MAX, FEEDBACK_MAX } from "../text/limits.ts";
import { id, paragraphs } from "../text/text.ts";

/**
 * The reasons for unpublishing a survey. Everyone can read them (`surveyWords.unpublishReasons` of
 * texts/en/surveys.json), also in place of the survey. The admin's own sentence is only for the owner and admins.
 * `unstated`: no reason was given.
 */
const UNPUBLISH_REASONS = [
  "spam",
  "abuse",
  "privacy",
  "misleading",
  "unlawful",
  "rights",
  "unclear",
  "duplicate",
  "withdrawn",
  "other",
  "unstated",
] as const;
export type UnpublishReason = (typeof UNPUBLISH_REASONS)[number];

export const unpublishReason = z.enum(UNPUBLISH_REASONS, "reason must be one of the reasons");

export const feedbackText = paragraphs("Feedback", FEEDBACK_MAX, formErrors.feedback);

/** Why a survey was unpublished, as far as the reader may know it. */
export const unpublication = z.object({
  reason: unpublishReason,
  /** What the admin wrote; null except for the owner and admins, like the next two. */
  feedback: z.nullable(z.string()),
  /** The owner's appeal; null without one. */
  appeal: z.nullable(z.string()),
  appealedAt: z.nullable(z.string()),
});
export type Unpublication = z.infer<typeof unpublication>;

export const getUnpublication = endpoint({
  method: "GET",
  path: "/surveys/:id/unpublication",
  summary:
    "Why a survey is not published anymore: the reason for everyone; for its owner and admins also the admin's feedback " +
    "and the appeal. Null for a survey that no admin unpublished, that is public again, or that does not exist",
  access: "anyone",
  params: z.object({ id }),
  response: z.nullable(unpublication),
});

export const appealUnpublication = endpoint({
  method: "POST",
  path: "/surveys/:id/appeal",
  summary:
    "Appeal against the unpublishing of a survey of the current user, once: it then awaits review again. The same text " +
    "again changes nothing",
  access: "signedIn",
  params: z.object({ id }),
  body: z.object({
    appeal: paragraphs("Appeal", APPEAL_MAX, formErrors.appeal).check(z.minLength(1, formErrors.appeal.required)),
  }),
  response: modifiedResponse,
  errors: ["notUnpublished", "alreadyAppealed"],
  rateLimit: { max: 30, seconds: 3600 },
});
