import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse, wholeListQuery } from "../http/pagination.ts";
import { language } from "../text/language.ts";
import { email, id, writtenEmail } from "../text/text.ts";
import { feedbackText, unpublishReason } from "./moderation.ts";
import { surveyStatus } from "./surveys.ts";

/** An admin's note to the owner of a survey. */
export const feedback = z.object({
  _id: z.string(),
  feedback: z.string(),
  surveyId: z.string(),
  Title: z.string(),
  /** The language of the title, as in a survey. */
  language: z.nullable(language),
  /** The email of the survey's owner. */
  email: writtenEmail,
  /** The status that the survey got with the note, or had when it was written. */
  status: surveyStatus,
  /** Why the survey was unpublished with the note; null for other notes. */
  reason: z.nullable(unpublishReason),
  createdAt: z.string(),
  /** Whether the survey's owner has opened it. */
  isRead: z.boolean(),
});
export type Feedback = z.infer<typeof feedback>;

export const addFeedback = endpoint({
  method: "POST",
  path: "/feedback",
  summary: "Send feedback to a survey's owner; owner and title are taken from the survey",
  access: "admin",
  body: z.object({ surveyId: id, feedback: feedbackText.check(z.minLength(1, "feedback is required")) }),
  response: insertedResponse,
  errors: ["notFound"],
});

/**
 * The spec writes `/api/feedback`, although its other paths leave out the prefix, so the literal path
 * `/api/api/feedback` works too.
 */
export const addFeedbackAtSpecPath = endpoint({
  ...addFeedback,
  path: "/api/feedback",
  summary: "The same, under the spec's literal path",
});

export const getFeedback = endpoint({
  method: "GET",
  path: "/feedback/:id",
  summary: "One feedback on a survey of the current user; for admins on any survey",
  access: "surveyor",
  keyScope: "read",
  params: z.object({ id }),
  response: feedback,
});

export const markFeedbackRead = endpoint({
  method: "POST",
  path: "/feedback/:id/read",
  summary: "Mark feedback on a survey of the current user as read; reading it changes nothing",
  access: "surveyor",
  keyScope: "manage",
  params: z.object({ id }),
  response: modifiedResponse,
});

export const listFeedback = endpoint({
  method: "GET",
  path: "/all/feedback/:email",
  summary: "The feedback on a surveyor's surveys, newest first",
  access: "asker",
  keyScope: "read",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ email }),
  query: z.object(wholeListQuery),
  response: z.array(feedback),
  paginated: true,
});
