import { createLedgerChecker, type LedgerCheckResult } from "@survey-app/contract/checkLedger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { getLedger } from "@survey-app/contract/votes.ts";
import { api } from "../api/api.ts";

/** Rows in one response: a phone checks them, with three hashes each, in about 0.3 s and then updates the progress. */
const ROWS = 2000;

/** Browsers compute hashes only in secure contexts: HTTPS and localhost. */
export const canCheck = () => globalThis.crypto?.subtle !== undefined;

/**
 * Downloads a survey's ledger and recomputes it in the browser; `receipt` may be empty.
 * @throws LedgerFlaw the error in the ledger
 */
export async function checkReceipt(
  survey: Survey,
  receipt: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<LedgerCheckResult> {
  const receipts = receipt ? [receipt] : [];
  const check = createLedgerChecker({ hash: sha256, receipts, shown: survey, surveyId: survey._id });
  for (;;) {
    const query = { limit: ROWS, after: check.rows };
    const page = await api(getLedger, { params: { id: survey._id }, query }, signal);
    await check.read(page);
    onProgress(check.rows, page.rows);
    if (page.entries.length === 0 || check.rows === page.rows) return check.end();
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
