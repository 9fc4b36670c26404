import * as passRuleSentences from "@survey-app/texts/passRuleSentences.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { type AnswerCounts, isPassed, isQuorumReached, isShareReached, type PassRule } from "../ballots/passRule.ts";
import type { Totals } from "../surveys/surveys.ts";
import { describeResult, formatShare, shareTexts } from "./resultText.ts";

/** The input of a final result in words: the visible totals, and the pass rule, if the survey has one. */
type Result = Pick<Totals, "totalVotes" | "yesVotes" | "unsureVotes"> & { passRule?: PassRule | null | undefined };

/**
 * The final result in one sentence, without a full stop, the same for everyone everywhere: whether the survey has
 * passed, if it has a rule, else who won. With too few votes to show them, the turnout alone can show that it has not
 * passed. Separate from `describeResult`, because first pages don't need rules.
 * @param namesUnsure whether the sentence includes the votes for the third answer
 */
export function describeFinal({ passRule, ...totals }: Result, namesUnsure = true): string {
  const { totalVotes, yesVotes, unsureVotes } = totals;
  if (yesVotes === null && totalVotes > 0) return describeWithheld(totalVotes, passRule ?? null);
  if (!passRule) return describeResult(namesUnsure ? totals : { ...totals, unsureVotes: 0 }, true);
  const votes = { yes: yesVotes ?? 0, no: totalVotes - (yesVotes ?? 0), unsure: unsureVotes ?? 0 };
  const counts = describeCounts(votes, namesUnsure);
  const verdict = passRuleSentences.verdict(isPassed(passRule, votes), counts);
  if (!isShareReached(passRule, votes)) return passRuleSentences.shareMissed(verdict, describeShare(passRule));
  return isQuorumReached(passRule, votes)
    ? verdict
    : passRuleSentences.quorumMissed(counts, describeQuorum(passRule, votes));
}

/** The final result as a heading, and the sentences below it that explain it; these are empty without a rule. */
export function describeVerdict(result: Result): { verdict: string; reason: string } {
  const { passRule, totalVotes, yesVotes, unsureVotes } = result;
  if (!passRule || yesVotes === null) return { verdict: describeFinal(result), reason: "" };
  const votes = { yes: yesVotes, no: totalVotes - yesVotes, unsure: unsureVotes ?? 0 };
  const all = totalVotes + (passRule.of === "answers" ? votes.unsure : 0);
  const needed = describeRule(passRule);
  const standing = all === 0 ? needed : passRuleSentences.standing(needed, shareTexts(yesVotes, all).yes);
  return {
    verdict: passRuleSentences.verdict(isPassed(passRule, votes), describeCounts(votes, true)),
    reason: [standing, describeQuorum(passRule, votes)].filter(Boolean).map(resultSentences.asSentence).join(" "),
  };
}

/**
 * What Yes needed, once voting has ended, without a full stop: "At least two thirds of the Yes and No votes were
 * needed".
 */
function describeRule({ needs, of, share }: PassRule): string {
  const [kind, written] = shareWords({ share });
  if (of === "sides")
    return (needs === "moreThan" ? passRuleSentences.ruleMoreThan : passRuleSentences.ruleAtLeast)(kind, written);
  return (needs === "moreThan" ? passRuleSentences.ruleMoreThanOfAll : passRuleSentences.ruleAtLeastOfAll)(
    kind,
    written,
  );
}

/** Too few people voted to show their answers. */
function describeWithheld(voted: number, rule: PassRule | null): string {
  const { people, of } = rule?.quorum ?? { people: 0, of: "answers" };
  if (voted >= people) return resultSentences.tooFewToShow;
  return passRuleSentences.withheld(
    (of === "answers" ? passRuleSentences.answersNeeded : passRuleSentences.yesNeededOf)(people, voted),
  );
}

const describeCounts = ({ yes, no, unsure }: AnswerCounts, namesUnsure: boolean): string =>
  namesUnsure && unsure > 0 ? passRuleSentences.countsWithUnsure(yes, no, unsure) : passRuleSentences.counts(yes, no);

/** The quorum, and how many people took part; empty without a quorum. */
function describeQuorum({ quorum }: PassRule, { yes, no, unsure }: AnswerCounts): string {
  if (quorum === null) return "";
  return quorum.of === "answers"
    ? passRuleSentences.answersNeeded(quorum.people, yes + no + unsure)
    : passRuleSentences.yesNeeded(quorum.people);
}

/** What Yes needed, in a few words after a colon: "two thirds were needed". */
function describeShare({ needs, of, share }: PassRule): string {
  const [kind, written] = shareWords({ share });
  if (of === "sides")
    return (needs === "moreThan" ? passRuleSentences.moreThan : passRuleSentences.atLeast)(kind, written);
  return (needs === "moreThan" ? passRuleSentences.moreThanOfAll : passRuleSentences.atLeastOfAll)(kind, written);
}

/** How a share is written: the most common ones have words. */
type ShareKind = "half" | "twoThirds" | "threeQuarters" | "percent" | "fraction";

const WORDED: Record<string, ShareKind> = { "1/2": "half", "50%": "half", "2/3": "twoThirds", "3/4": "threeQuarters" };

/** The share of a rule for sentences: its kind, and how it is written. */
export function shareWords({ share }: Pick<PassRule, "share">): [kind: ShareKind, written: string] {
  const written = share.endsWith("%") ? formatShare(Number(share.slice(0, -1))) : share;
  const kind = WORDED[share] ?? (share.endsWith("%") ? "percent" : "fraction");
  return [kind, kind === "half" ? formatShare(50) : written];
}
