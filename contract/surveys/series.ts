import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse } from "../http/pagination.ts";
import { id } from "../text/text.ts";
import { survey, surveyStatus } from "./surveys.ts";

/** The most surveys of a series that are shown, the newest: every view reads all of them. */
export const SERIES_MAX = 24;

export const askAgain = endpoint({
  method: "POST",
  path: "/surveys/:id/again",
  summary:
    "Ask the question of a closed survey of the current user again: a new survey with its settings, for as long a time, and with the " +
    "addresses on its list. It is reviewed and limited like every new survey",
  access: "surveyor",
  keyScope: "manage",
  params: z.object({ id }),
  response: z.object({
    ...insertedResponse.shape,
    status: surveyStatus,
    /** How many people are on the new list. */
    people: z.number(),
    /** How many people had codes, which have to be made and handed out again. */
    codes: z.number(),
  }),
  errors: ["notClosed"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const getSeries = endpoint({
  method: "GET",
  path: "/series/:survey",
  summary:
    `The surveys that asked the same question one after the other, oldest first, at most the ${SERIES_MAX} newest, each as a visitor ` +
    "sees it; from a survey in public lists only those that are in public lists, too",
  access: "anyone",
  // Not `id`: the response is about several surveys, and a change of any of them makes it stale.
  params: z.object({ survey: id }),
  response: z.array(
    z.object({
      ...survey.shape,
      /** Everyone who was ever invited; null if the survey doesn't have a list. */
      people: z.nullable(z.number()),
    }),
  ),
});
export type SeriesSurvey = z.infer<typeof getSeries.response>[number];
