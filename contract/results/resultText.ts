import { LANGUAGE } from "@survey-app/texts/language.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import type { Electorate } from "../ballots/ballots.ts";
import type { Totals } from "../surveys/surveys.ts";
import { dayAndTime, dayMonthYear } from "../text/time.ts";

const percents = new Intl.NumberFormat(LANGUAGE, { style: "percent" });

/**
 * The displayed shares of yes and no, which add up to 100. A rounded share never looks exact where it matters: 0%, 50%
 * and 100% are always exact, so one vote of a million is "<1%", and a lead of two votes "<50%" and ">50%".
 */
export function shareTexts(yes: number, total: number): { yes: string; no: string } {
  const rounded = Math.round((100 * yes) / total);
  return { yes: shareText(yes, total, rounded), no: shareText(total - yes, total, 100 - rounded) };
}

function shareText(votes: number, total: number, rounded: number): string {
  const below = (percent: number) => resultSentences.lessThanShare(formatShare(percent));
  const above = (percent: number) => resultSentences.moreThanShare(formatShare(percent));
  if (rounded === 0 && votes > 0) return below(1);
  if (rounded === 100 && votes < total) return above(99);
  if (rounded === 50 && 2 * votes !== total) return 2 * votes < total ? below(50) : above(50);
  return formatShare(rounded);
}

export const formatShare = (percent: number) => percents.format(percent / 100);

/** The sentence beside every result of a survey by open link. */
export const LINK_CLAIM: string = resultSentences.linkClaim;

/**
 * A survey's totals in one sentence, without a full stop: who leads or won, "Yes leads, 27 to 11", or how many people
 * have voted while the result is hidden. The same everywhere. Final results of surveys that can have a pass rule:
 * `describeFinal` (passedText.ts).
 * @param isOver whether voting has ended
 */
export function describeResult(
  { totalVotes, yesVotes, unsureVotes }: Pick<Totals, "totalVotes" | "yesVotes" | "unsureVotes">,
  isOver = false,
): string {
  if (yesVotes === null && totalVotes > 0) return resultSentences.peopleVoted(totalVotes);
  if (!unsureVotes) return describeLeader(yesVotes ?? 0, totalVotes, isOver);
  if (!totalVotes) return resultSentences.noSides(unsureVotes);
  return resultSentences.withUnsure(describeLeader(yesVotes ?? 0, totalVotes, isOver), unsureVotes);
}

function describeLeader(yes: number, total: number, isOver: boolean): string {
  if (total === 0) return isOver ? resultSentences.endedWithoutVotes : resultSentences.noVotesYet;
  const no = total - yes;
  if (yes === no) return resultSentences.tie(yes);
  return (isOver ? resultSentences.won : resultSentences.leads)(yes > no, Math.max(yes, no), Math.min(yes, no));
}

/** Why the result of a closed survey is never shown. */
export const TOO_FEW: string = resultSentences.tooFew;

/** When a result becomes visible. Most readers of a survey for invited people can't vote on it. */
type Opening = Pick<Totals, "resultsOpen"> & { electorate?: Electorate | undefined };

/**
 * When a hidden result becomes visible, or why it never does, in a sentence; empty for a visible one.
 * @param isOver whether the deadline has passed: the votes are being counted, which takes a moment
 */
export function describeOpening({ resultsOpen, electorate }: Opening, isOver: boolean, timeZone: string): string {
  if (resultsOpen === null) return "";
  if (resultsOpen === "tooFewVotes") return TOO_FEW;
  if (isOver) return resultSentences.opensSoon;
  if (resultsOpen === "afterYourVote")
    return electorate === "invited" ? resultSentences.opensAfterVoteForInvited : resultSentences.opensAfterVote;
  if (resultsOpen === "whenShown") return resultSentences.opensWhenShown;
  return resultSentences.opensAtEnd(dayAndTime(resultsOpen, timeZone));
}

/** The same in a few words, for cards and tables. */
export function summarizeOpening({ resultsOpen, electorate }: Opening, isOver: boolean, timeZone: string): string {
  if (resultsOpen === "tooFewVotes") return resultSentences.tooFewShort;
  if (isOver) return resultSentences.beingCounted;
  if (resultsOpen === "afterYourVote" && electorate === "invited") return resultSentences.votersSeeShort;
  if (resultsOpen === null || resultsOpen === "afterYourVote") return resultSentences.afterVoteShort;
  if (resultsOpen === "whenShown") return resultSentences.whenShownShort;
  return resultSentences.atEndShort(dayMonthYear(resultsOpen, timeZone));
}

/** "1 vote", "1,204 votes". */
export function formatVotes(count: number): string {
  return resultSentences.votes(count);
}
