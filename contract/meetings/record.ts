import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { csvQuery, minutesQuery } from "../results/downloads.ts";
import { portableRecord } from "../results/portableRecord.ts";
import { language } from "../text/language.ts";
import { openedQuestion, takenDown } from "./meetingState.ts";
import { oneMeeting } from "./meetings.ts";

/** All questions of a meeting that were opened, in their order. Everyone with its address can read them. */
export const meetingRecord = z.object({
  name: z.string(),
  ownerName: z.string(),
  language: z.nullable(language),
  begunAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  questions: z.array(openedQuestion),
  /** Only if nobody vouches for the meeting (contract/meetings/meetingState.ts). */
  unreviewed: z.optional(z.literal(true)),
  takenDown,
});
export type MeetingRecord = z.infer<typeof meetingRecord>;

/** Per network: a hall behind one address reads the same record. */
const recordLimit = { max: 600, seconds: 60 };
/** Per network: up to 50 ledgers of 2,000 rows. */
const wholeLimit = { max: 30, seconds: 3600 };

export const getRecord = endpoint({
  method: "GET",
  path: "/meetings/:meeting/record",
  summary: "The record of a meeting: all questions that were opened, with their results once voting on them has ended",
  access: "anyone",
  params: oneMeeting,
  response: meetingRecord,
  rateLimit: recordLimit,
});

export const getMinutes = endpoint({
  method: "GET",
  path: "/meetings/:meeting/record/minutes",
  summary: "The results of a meeting as a text for its minutes, in the language and time zone of the reader",
  access: "anyone",
  params: oneMeeting,
  query: minutesQuery,
  response: z.object({ text: z.string() }),
  rateLimit: recordLimit,
});

export const getRecordFile = endpoint({
  method: "GET",
  path: "/meetings/:meeting/record.json",
  summary:
    "The record of a meeting as one file that can be checked without a server (contract/results/portableRecord.ts): the questions on " +
    "which voting has ended, each with its whole ledger",
  access: "anyone",
  params: oneMeeting,
  response: portableRecord,
  file: "application/json",
  rateLimit: wholeLimit,
});

export const getRecordCsv = endpoint({
  method: "GET",
  path: "/meetings/:meeting/record.csv",
  summary: "The record of a meeting as a table with a row for each question on which voting has ended",
  access: "anyone",
  params: oneMeeting,
  query: csvQuery,
  response: z.string(),
  file: "text/csv",
  rateLimit: recordLimit,
});
