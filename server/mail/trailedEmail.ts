import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { Database } from "../database/database.ts";
import type { Failure } from "../database/inSavepoint.ts";
import { emailsIn } from "../words/mail/bundles.ts";
import type { EmailTemplate, SingleTemplate } from "../words/mail/templates.ts";

/** The fate of an email that is no longer enqueued. */
export interface HandledEmail {
  address: string;
  email: SingleTemplate;
  /** Why it was not sent; null for a sent one. */
  reason: UnsentReason | null;
}

/**
 * The fate of a row of the outbox.
 * @param reasonAt why the email at a place in it was not sent, as several can be one; null for a sent one
 */
export const handledOf = (
  { template, address }: { template: EmailTemplate; address: string },
  reasonAt: (index: number) => UnsentReason | null,
): HandledEmail[] => emailsIn(template).map((email, index) => ({ address, email, reason: reasonAt(index) }));

/**
 * Records the fate of emails (voters/emailTrail.sql.ts). Call it in the transaction that deletes them from the outbox.
 */
export type KeepTrail = (tx: Database, handled: readonly HandledEmail[]) => Promise<Failure | null>;

/** The log message for an email whose trail couldn't be recorded. */
export const TRAIL_FAILED = "What became of an email could not be kept";
