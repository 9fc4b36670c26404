import * as z from "zod/mini";
import { RESULT_FORMATS } from "../ballots/ledger.ts";
import { resultLabel } from "../ballots/resultLabel.ts";
import { imageAlt, translation } from "../surveys/translations.ts";
import { language } from "../text/language.ts";
import { getLedger } from "../votes/votes.ts";

/**
 * The longest ledger that a portable result contains, in rows. Longer ones are a separate file, because a person must
 * be able to open, send and keep the result.
 */
export const PORTABLE_ROWS_MAX = 2000;

/**
 * A survey's result as one file that anyone can keep, pass on and check without a server (checkResult.ts): the
 * question, what the result may claim, the totals, and the ledger that they are counted from. It is not signed, because
 * a signature proves nothing if the file itself contains the key. The hash in `label.head` protects it: emails, feeds
 * and printouts contain it too.
 */
export const portableResult = z.object({
  format: z.literal(RESULT_FORMATS),
  survey: z.object({
    _id: z.string(),
    Title: z.string(),
    Description: z.string(),
    /** Missing in files of version 1.0, and so are the translations. */
    language: z.nullish(language),
    translations: z.optional(z.array(translation)),
    /** Only if the owner described the picture, or marked it as decoration (""). */
    imageAlt: z.optional(imageAlt),
    /** The notes that were added to the description, oldest first. Missing with a ledger of format 2. */
    notes: z.optional(z.array(z.object({ text: z.string(), createdAt: z.string() }))),
    url: z.string(),
  }),
  /** The votes for each answer; null in the record of a meeting, where too few people voted to show them. */
  totals: z.object({
    participants: z.number(),
    yes: z.nullable(z.number()),
    no: z.nullable(z.number()),
    unsure: z.nullable(z.number()),
  }),
  label: resultLabel,
  /** Where the whole ledger is, as JSON lines. */
  ledgerUrl: z.string(),
  /** The ledger, or, if it has more than `PORTABLE_ROWS_MAX` rows, only what it says about itself, without entries. */
  ledger: getLedger.response,
});
export type PortableResult = z.infer<typeof portableResult>;
