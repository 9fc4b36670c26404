import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { modifiedResponse, paginationQuery } from "./pagination.ts";
import { survey } from "./surveys.ts";
import { id } from "./text.ts";

export const unlistedSurvey = z.object({
  ...survey.shape,
  /** Whether an admin has accepted it as it is: an edit before the first vote ends that. */
  accepted: z.boolean(),
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
    version: z.int("version must be a whole number").check(z.positive("version must be a whole number")),
  }),
  response: modifiedResponse,
  errors: ["changedMeanwhile"],
});
