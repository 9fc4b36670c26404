import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { language } from "../text/language.ts";
import { id } from "../text/text.ts";
import { zone } from "../text/time.ts";
import { portableResult } from "./portableResult.ts";

/** The query of files as CSV. */
export const csvQuery = z.object({
  /** Spreadsheets in languages with a decimal comma put a line with commas into one cell. */
  separator: z._default(z.enum(["comma", "semicolon"], "separator must be comma or semicolon"), "comma"),
});

/** The query of texts for minutes. */
export const minutesQuery = z.object({
  language: z._default(language, "en"),
  /** The IANA time zone of the days. */
  timeZone: z._default(zone, "UTC"),
});

/** Per network: a class behind one address downloads the same result. */
const resultLimit = { max: 120, seconds: 60 };
/** A whole ledger or all votes: up to a million rows. */
const wholeLimit = { max: 30, seconds: 3600 };

export const getPortableResult = endpoint({
  method: "GET",
  path: "/surveys/:id/results.json",
  summary:
    "The result of a survey as one file that can be checked without a server (contract/results/portableResult.ts), once everyone may " +
    "see the result",
  access: "anyone",
  params: z.object({ id }),
  response: portableResult,
  file: "application/json",
  errors: ["resultHidden"],
  rateLimit: resultLimit,
});

export const getResultsCsv = endpoint({
  method: "GET",
  path: "/surveys/:id/results.csv",
  summary: "The result of a survey that the current user may see, as a table of names and values",
  access: "anyone",
  params: z.object({ id }),
  query: csvQuery,
  response: z.string(),
  file: "text/csv",
  errors: ["resultHidden"],
  rateLimit: resultLimit,
});

export const getSurveyMinutes = endpoint({
  method: "GET",
  path: "/surveys/:id/minutes",
  summary: "The result of a closed survey as a paragraph for minutes, in the language and time zone of the reader",
  access: "anyone",
  params: z.object({ id }),
  query: minutesQuery,
  response: z.object({ text: z.string() }),
  errors: ["notClosed"],
  rateLimit: resultLimit,
});

export const getVotesCsv = endpoint({
  method: "GET",
  path: "/surveys/:id/votes.csv",
  summary:
    "All current votes of a survey whose votes are public, newest first, for its owner and admins, once they may see the " +
    "result; by name and without dates and marks where earlier answers stay sealed. `X-Total-Count` is the number of records after the heading; a file with fewer is incomplete",
  access: "asker",
  keyScope: "read",
  params: z.object({ id }),
  query: csvQuery,
  response: z.string(),
  file: "text/csv",
  errors: ["notYou", "votersHidden", "notInThisMode", "resultHidden"],
  rateLimit: wholeLimit,
});

export const getLedgerLines = endpoint({
  method: "GET",
  path: "/surveys/:id/ledger.jsonl",
  summary: "The whole ledger of a survey as one file: each line is a page of `getLedger`, in order",
  access: "anyone",
  params: z.object({ id }),
  response: z.string(),
  file: "application/jsonl",
  rateLimit: wholeLimit,
});
