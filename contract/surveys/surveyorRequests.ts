import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { email } from "../text/text.ts";
import { surveyForm } from "./surveyFields.ts";
import { fullSurvey, surveyStatus } from "./surveys.ts";

const form = z.object({ ...surveyForm.shape, email: z.nullish(email) });

export const createSurveyorRequest = endpoint({
  method: "POST",
  path: "/surveyor-requests",
  summary:
    "Ask a first question: creates a survey together with a request to become a surveyor, which an admin accepts by " +
    "publishing the survey. With SURVEYORS=everyone the account becomes a surveyor at once",
  access: "signedIn",
  identityFields: { email: "own" },
  body: form,
  /** `status` is the survey's: 1 awaits review, 2 is published. */
  response: z.object({ insertedId: z.string(), status: surveyStatus }),
  errors: ["requestsOff", "alreadyRequested", "addressUnconfirmed"],
  rateLimit: { max: 10, seconds: 3600 },
});

/** The current user's request that no admin has accepted yet. */
export const surveyorRequest = z.object({
  createdAt: z.string(),
  /** With `sentBack` the request was declined and can be corrected; without it, it awaits a decision. */
  survey: fullSurvey,
  /** The newest note of an admin; empty without one. */
  note: z.string(),
});
export type SurveyorRequest = z.infer<typeof surveyorRequest>;

export const getMySurveyorRequest = endpoint({
  method: "GET",
  path: "/surveyor-requests/mine",
  summary: "The current user's open or declined request to become a surveyor; null without one",
  access: "signedIn",
  response: z.nullable(surveyorRequest),
});

export const updateMySurveyorRequest = endpoint({
  method: "PATCH",
  path: "/surveyor-requests/mine",
  summary: "Correct the survey of the current user's request; a declined request then awaits a decision again",
  access: "signedIn",
  identityFields: { email: "own" },
  body: form,
  response: modifiedResponse,
  errors: ["notFound"],
  rateLimit: { max: 30, seconds: 3600 },
});
