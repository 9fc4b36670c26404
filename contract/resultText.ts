import { LANGUAGE } from "@survey-app/texts/language.ts";
import * as passRuleSentences from "@survey-app/texts/passRuleSentences.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import type { Electorate } from "./ballots.ts";
import { type AnswerCounts, isPassed, isQuorumReached, type PassRule } from "./passRule.ts";
import type { Totals } from "./surveys.ts";
import { shortDay, timeOfDay } from "./time.ts";

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

const formatShare = (percent: number) => percents.format(percent / 100);

/** What every place says that shows the result of a survey by open link. */
export const LINK_CLAIM: string = resultSentences.linkClaim;

/** What a result in words is of: the visible totals, and when the survey passes, if it has a rule. */
type Result = Pick<Totals, "totalVotes" | "yesVotes" | "unsureVotes"> & { passRule?: PassRule | null | undefined };

/**
 * A survey's totals in words: its result, or how many people have voted while the result is hidden. The same on pages, in
 * emails and in shared links. Where the survey has a pass rule, the final result says whether it passed.
 * @param isOver whether voting has ended
 */
export function describeResult({ totalVotes, yesVotes, unsureVotes, passRule }: Result, isOver = false): string {
  if (yesVotes === null && totalVotes > 0) return resultSentences.peopleVoted(totalVotes);
  const yes = yesVotes ?? 0;
  if (passRule && isOver && yesVotes !== null)
    return describeOutcome(passRule, { yes, no: totalVotes - yes, unsure: unsureVotes ?? 0 });
  if (!unsureVotes) return resultSentence(yes, totalVotes, isOver);
  if (!totalVotes) return resultSentences.noSides(unsureVotes);
  return totalVotes < COUNTS_FIRST_BELOW
    ? resultSentences.countsWithUnsure(yes, totalVotes - yes, unsureVotes)
    : resultSentences.shareWithUnsure(shareTexts(yes, totalVotes).yes, totalVotes, unsureVotes);
}

/** Whether a survey has passed, counts first: "Passed: 34 Yes to 16 No; more than half was needed". */
function describeOutcome(rule: PassRule, votes: AnswerCounts): string {
  const { yes, no, unsure } = votes;
  const counts = unsure > 0 ? passRuleSentences.countsWithUnsure(yes, no, unsure) : passRuleSentences.counts(yes, no);
  return passRuleSentences.result(isPassed(rule, votes), counts, describeNeeds(rule, votes));
}

function describeNeeds(rule: PassRule, votes: AnswerCounts): string {
  const { quorum } = rule;
  const needed = describeShare(rule);
  if (quorum === null) return needed;
  if (quorum.of === "answers")
    return isQuorumReached(rule, votes)
      ? passRuleSentences.quorumReached(needed, quorum.people)
      : passRuleSentences.quorumMissed(needed, quorum.people);
  return isQuorumReached(rule, votes)
    ? passRuleSentences.yesQuorumReached(needed, quorum.people)
    : passRuleSentences.yesQuorumMissed(needed, quorum.people);
}

function describeShare({ needs, of, share }: PassRule): string {
  const [kind, written] = shareWords({ share });
  if (of === "sides")
    return (needs === "moreThan" ? passRuleSentences.moreThan : passRuleSentences.atLeast)(kind, written);
  return (needs === "moreThan" ? passRuleSentences.moreThanOfAll : passRuleSentences.atLeastOfAll)(kind, written);
}

/** The share of a rule for sentences: its kind, and how it is written. */
export function shareWords({ share }: Pick<PassRule, "share">): [kind: "half" | "percent" | "fraction", share: string] {
  if (share === "1/2" || share === "50%") return ["half", formatShare(50)];
  return share.endsWith("%") ? ["percent", formatShare(Number(share.slice(0, -1)))] : ["fraction", share];
}

/** Why the result of a closed survey is never shown. */
export const TOO_FEW: string = resultSentences.tooFew;

/** The result of a closed survey in a few words: "Yes won by 28 of 72 votes". Everyone sees it, unless too few people voted. */
export const describeFinal = (totals: Result): string =>
  totals.totalVotes > 0 && totals.yesVotes === null ? resultSentences.tooFewToShow : describeResult(totals, true);

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
  return resultSentences.opensAtEnd(shortDay(resultsOpen, timeZone), timeOfDay(resultsOpen, timeZone));
}

/** The same in a few words, for cards and tables. */
export function summarizeOpening({ resultsOpen, electorate }: Opening, isOver: boolean, timeZone: string): string {
  if (resultsOpen === "tooFewVotes") return resultSentences.tooFewShort;
  if (isOver) return resultSentences.beingCounted;
  if (resultsOpen === "afterYourVote" && electorate === "invited") return resultSentences.votersSeeShort;
  return resultsOpen === null || resultsOpen === "afterYourVote"
    ? resultSentences.afterVoteShort
    : resultSentences.atEndShort(shortDay(resultsOpen, timeZone));
}

/**
 * The result in words, which name the leader: "Yes leads by 98 of 410 votes". Without the answers "Not sure".
 * @param isOver whether voting has ended
 */
export function resultSentence(yes: number, total: number, isOver = false): string {
  if (total === 0) return isOver ? resultSentences.endedWithoutVotes : resultSentences.noVotesYet;
  const no = total - yes;
  if (yes === no) return resultSentences.tie(yes);
  const isYes = yes > no;
  if (total === 1) return resultSentences.oneVote(isYes);
  if (yes === 0 || no === 0) return resultSentences.allVotes(total, isYes);
  return (isOver ? resultSentences.won : resultSentences.leads)(isYes, Math.abs(yes - no), total);
}

/** Below this number of votes, counts come before percentages: a share of few people looks more exact than it is. */
export const COUNTS_FIRST_BELOW = 30;

/** "1 vote", "1,204 votes". */
export function formatVotes(count: number): string {
  return resultSentences.votes(count);
}
