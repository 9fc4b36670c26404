import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse, paginationQuery } from "../http/pagination.ts";
import { createSurvey, survey } from "../surveys/surveys.ts";
import { OPEN_UNLISTED_MAX } from "../text/limits.ts";
import { id, version } from "../text/text.ts";
import { storedRole } from "../users/users.ts";
import { reportSurvey } from "./votes.ts";

export const createUnlistedSurvey = endpoint({
  method: "POST",
  path: "/unlisted-surveys",
  summary:
    "Create a survey that is in no public list. With ASK_UNLISTED=confirmed or anyone, every account with a confirmed email address may, " +
    `with at most ${OPEN_UNLISTED_MAX} open ones at a time for those who are no surveyors; with anyone also guests, by open link`,
  access: "asker",
  takesGuests: true,
  keyScope: "manage",
  identityFields: { email: "own" },
  body: createSurvey.body,
  response: createSurvey.response,
  errors: ["addressUnconfirmed", "tooManyUnlisted"],
  rateLimit: { max: 30, seconds: 3600 },
});

/** The most open reports of visitors on one survey: more would tell admins nothing new. */
export const VISITORS_REPORTS_MAX = 20;

export const reportUnlistedSurvey = endpoint({
  method: "POST",
  path: "/unlisted-surveys/:id/reports",
  summary:
    "Report a survey that nobody has reviewed, or that takes votes by open link, without an account. Others, which an admin or a " +
    "surveyor vouches for, are reported by users who are signed in",
  access: "anyone",
  params: z.object({ id }),
  body: reportSurvey.body,
  response: insertedResponse,
  errors: ["signInRequired", "reportedEnough"],
  rateLimit: { max: 10, seconds: 3600 },
});

export const unlistedSurvey = z.object({
  ...survey.shape,
  /** Whether an admin has accepted it as it is: an edit before the first vote ends that. */
  accepted: z.boolean(),
  ownerRole: storedRole,
});
export type UnlistedSurvey = z.infer<typeof unlistedSurvey>;

export const listUnlistedSurveys = endpoint({
  method: "GET",
  path: "/unlisted-surveys",
  summary:
    "The published surveys that are in no public list, newest first. With SURVEY_REVIEW=listed or off, no admin has read them " +
    "before they were published",
  access: "admin",
  query: z.object({
    /** Only those that no admin has accepted. */
    new: z.optional(z.literal("1", "new must be 1")),
    ...paginationQuery,
  }),
  response: z.array(unlistedSurvey),
  paginated: true,
});

export const acceptSurvey = endpoint({
  method: "POST",
  path: "/unlisted-surveys/:id/accept",
  summary: "Accept a published survey that was not reviewed. Accepting it again changes nothing",
  access: "admin",
  params: z.object({ id }),
  body: z.object({
    /** The `version` that the admin has read; another one is not accepted. */
    version,
  }),
  response: modifiedResponse,
  errors: ["changedMeanwhile"],
});
