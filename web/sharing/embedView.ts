import { describeOpening, describeResult } from "@survey-app/contract/results/resultText.ts";
import { tallySides } from "@survey-app/contract/results/tallySides.ts";
import type { Totals } from "@survey-app/contract/surveys/surveys.ts";

/** The totals as an embedded survey shows them: on the server, and again with each new vote. */
export interface EmbedView {
  headline: string;
  /** The parts of the tally by their names in the page; null while there is no result to show. */
  parts: Record<EmbedPart, string> | null;
  /** The parts of the bar, from 0 to 100. */
  yesShare: number;
  unsureShare: number;
}
export type EmbedPart = "yesFirst" | "yesSecond" | "noFirst" | "noSecond";

/** @param isOver whether the survey is closed */
export function embedView(totals: Totals, isOver: boolean, timeZone: string): EmbedView {
  const { totalVotes, yesVotes } = totals;
  const opening = describeOpening(totals, isOver, timeZone);
  const result = describeResult(totals, isOver);
  const headline = opening && yesVotes === null && totalVotes > 0 ? `${result}. ${opening}` : opening || result;
  if (yesVotes === null || totalVotes === 0) return { headline, parts: null, yesShare: 0, unsureShare: 0 };
  const { yes, no, ...shares } = tallySides(yesVotes, totalVotes, totals.unsureVotes ?? 0);
  const parts = { yesFirst: yes.first, yesSecond: yes.second, noFirst: no.first, noSecond: no.second };
  return { headline, parts, ...shares };
}
