import {
  COUNTS_FIRST_BELOW,
  describeOpening,
  describeResult,
  formatVotes,
  shareTexts,
} from "@survey-app/contract/resultText.ts";
import type { Totals } from "@survey-app/contract/surveys.ts";

/** What an embedded survey shows of its totals: on the server, and again with each new vote. */
export interface EmbedView {
  headline: string;
  /** The parts of the tally by their names in the page; null while there is no result to show. */
  parts: Record<EmbedPart, string> | null;
  /** Of Yes, from 0 to 100. */
  yesShare: number;
}
export type EmbedPart = "yesFirst" | "yesSecond" | "noFirst" | "noSecond";

/** @param isOver whether the survey is closed */
export function embedView(totals: Totals, isOver: boolean, timeZone: string): EmbedView {
  const { totalVotes, yesVotes } = totals;
  const opening = describeOpening(totals, isOver, timeZone);
  const result = describeResult(totals, isOver);
  const headline = opening && yesVotes === null && totalVotes > 0 ? `${result}. ${opening}` : opening || result;
  if (yesVotes === null || totalVotes === 0) return { headline, parts: null, yesShare: 0 };
  const shares = shareTexts(yesVotes, totalVotes);
  const pair = (share: string, votes: number) =>
    totalVotes < COUNTS_FIRST_BELOW ? ([formatVotes(votes), share] as const) : ([share, formatVotes(votes)] as const);
  const [yesFirst, yesSecond] = pair(shares.yes, yesVotes);
  const [noFirst, noSecond] = pair(shares.no, totalVotes - yesVotes);
  return { headline, parts: { yesFirst, yesSecond, noFirst, noSecond }, yesShare: (100 * yesVotes) / totalVotes };
}
