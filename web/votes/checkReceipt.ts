import { createLedgerChecker, type LedgerCheckResult } from "@survey-app/contract/checkLedger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { getLedger } from "@survey-app/contract/votes.ts";
import { api } from "../api/api.ts";
import { sha256 } from "./sha256.ts";

/** Rows in one response: a phone checks them, with three hashes each, in about 0.3 s and then updates the progress. */
const ROWS = 2000;

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
