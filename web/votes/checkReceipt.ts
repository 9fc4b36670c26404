import { createLedgerChecker, type LedgerCheckResult } from "@survey-app/contract/results/checkLedger.ts";
import { askedText } from "@survey-app/contract/surveys/askedText.ts";
import type { FullSurvey, Survey } from "@survey-app/contract/surveys/surveys.ts";
import type { Translated } from "@survey-app/contract/surveys/translations.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
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
  const shown = { ...survey, question: await shownQuestion(survey) };
  const check = createLedgerChecker({ hash: sha256, receipts, shown, surveyId: survey._id });
  for (;;) {
    const query = { limit: ROWS, after: check.rows };
    const page = await api(getLedger, { params: { id: survey._id }, query }, signal);
    await check.read(page);
    onProgress(check.rows, page.rows);
    if (page.entries.length === 0 || check.rows === page.rows) return check.end();
  }
}

/** The hash of the question as the page shows it, in whichever language; undefined where the ledger has format 2. */
async function shownQuestion(
  survey: Translated<Survey> & Partial<Pick<FullSurvey, "label">>,
): Promise<string | undefined> {
  const { label, original = survey, translations, passRule = null } = survey;
  if (label?.picture === undefined) return undefined;
  return sha256(askedText({ ...original, translations }, { picture: label.picture, passRule }));
}
