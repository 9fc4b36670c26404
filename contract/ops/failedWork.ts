import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";

/** The recurring jobs in which single rows can fail. The job tries such a row again, and completes the others. */
export const STEP_JOBS = [
  "closing",
  "meetingEnds",
  "secretErasures",
  "listedVotes",
  "questionHashes",
  "foldedTexts",
  "compositions",
  "mailings",
  "reportAnswers",
  "surveyReminders",
  "reviewDigests",
  "outbox",
  "deliveries",
  "images",
  "deadlines",
  "names",
  "unusedAccounts",
  "guests",
  "erasures",
  "accountNotices",
  "lateComments",
  "membershipReminders",
  "payments",
  "clockNotices",
] as const;
export type StepJob = (typeof STEP_JOBS)[number];

/** The most failed rows of a job that are shown: the others usually fail for the same reason. */
export const FAILED_ROWS_SHOWN = 10;

/** Queues whose rows are given up after many failed attempts, and jobs whose rows fail. */
export const retriedQueue = z.enum(
  ["emails", "webhooks", ...STEP_JOBS],
  `queue must be emails, webhooks, ${STEP_JOBS.slice(0, -1).join(", ")} or ${STEP_JOBS.at(-1)}`,
);
export type RetriedQueue = z.infer<typeof retriedQueue>;

export const listFailedWork = endpoint({
  method: "GET",
  path: "/failed-work",
  summary:
    "Emails and deliveries to webhooks that were given up after many attempts, and rows with which recurring jobs fail, in numbers",
  access: "admin",
  response: z.array(
    z.object({
      queue: retriedQueue,
      count: z.number(),
      /** When the first of them was given up or, for a job, first failed; null if there are none. */
      since: z.nullable(z.string()),
      /**
       * For a job: the ids of the first rows that failed, with the class of the error, such as `23514 surveys_check`.
       */
      rows: z.optional(z.array(z.object({ id: z.string(), error: z.string() }))),
    }),
  ),
});

export const retryFailedWork = endpoint({
  method: "POST",
  path: "/failed-work/retry",
  summary:
    "Try again what was given up in a queue, the oldest 1,000, or what fails in a job; each is checked again before",
  access: "admin",
  body: z.object({ queue: retriedQueue }),
  response: z.object({ retried: z.number() }),
});
