import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { Database } from "../database/database.ts";
import type { SingleTemplate } from "../words/mail/templates.ts";

/** What became of an email that is no longer enqueued. */
export interface HandledEmail {
  /** That of its row in the outbox, with its place in it; a new one if it was never enqueued. */
  id: string;
  address: string;
  email: SingleTemplate;
  /** Why it was not sent; null for a sent one. */
  reason: UnsentReason | null;
}

/** Keeps what became of emails (voters/emailTrail.sql.ts). Call it in the transaction that deletes them from the outbox. */
export type KeepTrail = (tx: Database, handled: readonly HandledEmail[]) => Promise<void>;
