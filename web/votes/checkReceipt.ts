import { createLedgerChecker, type LedgerCheckResult, type LedgerPage } from "@survey-app/contract/checkLedger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { getLedger } from "@survey-app/contract/votes.ts";
import { api } from "../api/api.ts";

/** Rows in one answer: a phone checks as many in about a tenth of a second, and shows how far it is. */
const ROWS = 2000;

/** Browsers compute hashes on pages of https only, and of this machine. */
export const canCheck = () => globalThis.crypto?.subtle !== undefined;

/**
 * Fetches a survey's ledger and recomputes it here; `receipt` may be empty.
 * @throws LedgerFlaw what is wrong with it
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
    const query = { limit: ROWS, after: check.votes };
    const page: LedgerPage = await api(getLedger, { params: { id: survey._id }, query }, signal);
    await check.read(page);
    onProgress(check.votes, page.totalVotes);
    if (page.entries.length === 0 || check.votes === page.totalVotes) return check.end();
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
