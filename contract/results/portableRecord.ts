import * as z from "zod/mini";
import { language } from "../text/language.ts";
import { portableResult } from "./portableResult.ts";

/** The first field of the record of a meeting. */
export const RECORD_FORMAT = "Survey App meeting 1";

/** A question that was closed: its result with its ledger, and the question that it repeats, or that repeats it. */
const recordedQuestion = z.object({
  n: z.number(),
  result: portableResult,
  /** The number of the question that this one repeats, and why; null if it repeats none. */
  repeats: z.nullable(z.object({ n: z.number(), reason: z.string() })),
  /** The number of the first question that repeats this one; null if none does. */
  repeatedBy: z.nullable(z.number()),
});

/**
 * A question that an admin took down. It keeps its number and its head, so that the questions around it can be checked.
 */
const takenDownQuestion = z.object({ n: z.number(), openedAt: z.string(), head: z.string() });

/**
 * The record of a meeting as one file that anyone can keep, pass on and check without a server (checkRecord.ts): all
 * questions that were opened and closed, in order. The ledger of each begins with the end of the question before it
 * (AFTER in ledger.ts), so that none can be left out, moved or exchanged.
 */
export const portableRecord = z.object({
  format: z.literal(RECORD_FORMAT),
  meeting: z.object({
    _id: z.string(),
    name: z.string(),
    ownerName: z.string(),
    language: z.nullable(language),
    /** When its first question was opened; null before. */
    begunAt: z.nullable(z.string()),
    /** Null while it runs, so that further questions can follow. */
    endedAt: z.nullable(z.string()),
    url: z.string(),
  }),
  questions: z.array(z.union([recordedQuestion, takenDownQuestion])),
});
export type PortableRecord = z.infer<typeof portableRecord>;
export type RecordedQuestion = z.infer<typeof recordedQuestion>;
