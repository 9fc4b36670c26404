import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { surveyTotals } from "../surveys/surveys.ts";

/**
 * How often streams of totals send an event `beat`, in seconds: many proxies close connections that are idle for a
 * minute, some sooner.
 */
export const HEARTBEAT_SECONDS = 15;

/**
 * How often a page without a stream reads totals, in seconds. `room`: a page with a survey by open link, and the wall:
 * they show a result while people look at it together. `page`: any other page about one survey. `list`: many surveys.
 */
export const POLL_SECONDS = { room: 5, page: 10, list: 30 } as const;

const idsText = z
  .string("surveys must be ids separated by commas")
  .check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/, "surveys must be 1 to 100 ids separated by commas"));

/** The ids of surveys in a query field, separated by commas. */
export const surveyIds = z.pipe(
  idsText,
  z.transform((text: string) => text.split(",")),
);

/**
 * The same ids in the same order however they were sent, so that all pages with the same surveys share a cached
 * response.
 */
const sortedIds = z.pipe(
  idsText,
  z.transform((text: string) => [...new Set(text.split(","))].sort()),
);

export const listTotals = endpoint({
  method: "GET",
  path: "/surveys/totals",
  summary:
    "The current totals of many surveys, as a visitor sees them: for pages whose streams a proxy keeps back. Surveys that are " +
    "not published are left out",
  access: "anyone",
  query: z.object({ surveys: sortedIds }),
  response: z.array(surveyTotals),
});
