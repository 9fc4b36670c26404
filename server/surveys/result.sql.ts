import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { findBounds } from "@survey-app/contract/results/bounds.ts";
import type { Result } from "@survey-app/contract/results/resultLabelText.ts";
import type { FullSurvey, Survey, Totals } from "@survey-app/contract/surveys/surveys.ts";
import { findLedgerSummary, type LedgerSummary } from "../ballots/ledgerRows.sql.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";

/**
 * A survey whose result is shown: its totals as the reader sees them, and the facts that decide what they may claim.
 */
export interface Counted
  extends Pick<Totals, "totalVotes" | "yesVotes" | "noVotes" | "unsureVotes" | "participants">,
    Pick<Survey, "electorate" | "closedAt" | "closedBy" | "deadline"> {
  surveyId: string;
  passRule: PassRule | null;
  /** When people could begin to vote, in milliseconds since 1970. */
  openedAt: number;
}

/**
 * The result of a survey, final or so far, as pages, emails, feeds, pictures and downloads show it. Once the survey is
 * closed, the end of its ledger fixes the numbers of its list; only objections are added to them.
 * @returns the result with the summary of its ledger; null if the survey is gone
 */
export async function findResult(
  database: Database,
  { surveyId, openedAt, ...survey }: Counted,
): Promise<{ result: Result; ledger: LedgerSummary } | null> {
  const ledger = await findLedgerSummary(database, surveyId);
  if (!ledger) return null;
  const { electorate, participants, closedAt, passRule, closedBy, deadline } = survey;
  const { closing, head } = ledger;
  const list = electorate === "invited" ? await findListNumbers(database, surveyId, participants, closing) : null;
  const { totalVotes, yesVotes, noVotes, unsureVotes } = survey;
  const result = {
    ...{ totalVotes, yesVotes, noVotes, unsureVotes, participants, electorate, closedBy, deadline },
    asked: { from: closing?.from ?? toIso(openedAt), to: closedAt },
    list,
    bounds: list !== null && closedAt !== null ? findBounds(survey, list, passRule) : null,
    passRule,
    head,
    ...(typeof closing?.shown === "number" && { shownAfter: closing.shown }),
  };
  return { result, ledger };
}

/** The result of a survey whose label was read with it. */
export function resultOf({ label, ...survey }: FullSurvey): Result {
  const { totalVotes, yesVotes, noVotes, unsureVotes, participants, closedBy, deadline } = survey;
  const { electorate, asked, head, list, bounds, passRule, shownAfter } = label;
  return {
    ...{ totalVotes, yesVotes, noVotes, unsureVotes, participants, closedBy, deadline },
    ...{ electorate, asked, head, list, bounds, passRule },
    ...(shownAfter !== undefined && { shownAfter }),
  };
}
