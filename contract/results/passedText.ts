import * as passRuleSentences from "@survey-app/texts/passRuleSentences.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { type AnswerCounts, isPassed, isQuorumReached, type PassRule } from "../ballots/passRule.ts";
import type { Totals } from "../surveys/surveys.ts";
import { describeResult, formatShare } from "./resultText.ts";

/** The input of a final result in words: the visible totals, and the pass rule, if the survey has one. */
type Result = Pick<Totals, "totalVotes" | "yesVotes" | "unsureVotes"> & { passRule?: PassRule | null | undefined };

/**
 * The final result as everyone sees it: whether the survey has passed, if it has a rule, else who won. Apart from `describeResult`,
 * because first pages need no rules.
 */
export function describeByRule({ passRule, ...totals }: Result): string {
  const { totalVotes, yesVotes, unsureVotes } = totals;
  if (!passRule || yesVotes === null) return describeResult(totals, true);
  return describePassed(passRule, { yes: yesVotes, no: totalVotes - yesVotes, unsure: unsureVotes ?? 0 });
}

/**
 * The result of a closed survey in a few words: "Yes won by 28 of 72 votes". Everyone sees it, unless too few people
 * voted.
 */
export const describeFinal = (totals: Result): string =>
  totals.totalVotes > 0 && totals.yesVotes === null ? resultSentences.tooFewToShow : describeByRule(totals);

/**
 * Whether a survey has passed, counts first: "Passed: 34 Yes to 16 No; more than half was needed".
 * @param namesUnsure whether the counts have the third answer
 */
export function describePassed(rule: PassRule, votes: AnswerCounts, namesUnsure = true): string {
  const { yes, no, unsure } = votes;
  const counts =
    namesUnsure && unsure > 0 ? passRuleSentences.countsWithUnsure(yes, no, unsure) : passRuleSentences.counts(yes, no);
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
