import * as boundsSentences from "@survey-app/texts/boundsSentences.ts";
import { isPassed, isSettled, type PassRule } from "../ballots/passRule.ts";
import type { ResultLabel } from "../ballots/resultLabel.ts";
import type { Totals } from "../surveys/surveys.ts";
import { shareTexts } from "./resultText.ts";

/** The limits within which non-voters could have changed a result. */
export type Bounds = NonNullable<ResultLabel["bounds"]>;

/** Everyone who was ever on the list of a survey since its opening. */
export interface ListNumbers {
  /** People on the list when it opened. */
  invited: number;
  /** People added after that. */
  added: number;
  /** People struck from it, who are also counted above: otherwise striking non-voters would settle a result. */
  struck: number;
}

type Counts = Pick<Totals, "yesVotes" | "noVotes" | "unsureVotes">;

/** The rule of surveys that have none: Yes needs more than half, and a tie is not enough. */
const MORE_THAN_HALF: PassRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null };

/**
 * The bounds of a closed survey's result; null where the split of its votes is not shown, or the list was empty.
 * @param rule when the survey passes; null without a rule
 */
export function findBounds(
  { yesVotes: yes, noVotes: no, unsureVotes: unsure }: Counts,
  { invited, added }: ListNumbers,
  rule: PassRule | null,
): Bounds | null {
  if (yes === null || no === null || unsure === null) return null;
  const silent = invited + added - yes - no - unsure;
  if (invited + added === 0 || silent < 0) return null;
  const sides = yes + no + silent + (rule?.of === "answers" ? unsure : 0);
  const settled = isSettled(rule ?? MORE_THAN_HALF, { yes, no, unsure }, silent);
  return { silent, sides, lowestYes: yes, highestYes: yes + silent, settled };
}

/** Bounds in words. */
export interface BoundsTexts {
  /** The share of those who voted, and the lowest and highest share of everyone. */
  range: string;
  /** Whether the result is settled. */
  verdict: string;
  /** The reason for the verdict. */
  reason: string;
  /** The people who were counted, if any were added or struck; empty otherwise. */
  list: string;
}

/**
 * "Could the people who didn't vote have changed the result?" @param found the bounds of these counts, this list and
 * this rule
 */
export function describeBounds(
  found: Bounds,
  counts: Counts,
  { invited, added, struck }: ListNumbers,
  rule: PassRule | null,
): BoundsTexts {
  return {
    range: describeRange(found, rule?.of === "answers" ? withoutSides(counts) : counts),
    verdict: found.settled ? boundsSentences.settled : boundsSentences.notSettled,
    reason: rule === null ? describeReason(found, counts) : describeRuleReason(found, counts, rule),
    list: describeList(invited + added, added, struck),
  };
}

/** How many people the list had, where some were added or removed; empty otherwise. */
export function describeList(people: number, added: number, struck: number): string {
  if (added > 0 && struck > 0) return boundsSentences.listChanged(people, added, struck);
  if (added > 0) return boundsSentences.listAdded(people, added);
  return struck > 0 ? boundsSentences.listRemoved(people, struck) : "";
}

/** The same as one text, for emails. */
export function boundsSentence(found: Bounds, counts: Counts, numbers: ListNumbers, rule: PassRule | null): string {
  const { range, verdict, reason, list } = describeBounds(found, counts, numbers, rule);
  return [range, boundsSentences.verdictWithReason(verdict, reason), list].filter(Boolean).join(" ");
}

/** Counts Not sure like No, for shares of all answers. */
const withoutSides = ({ yesVotes, noVotes, unsureVotes }: Counts): Counts => ({
  yesVotes,
  noVotes: (noVotes ?? 0) + (unsureVotes ?? 0),
  unsureVotes: 0,
});

function describeRange({ silent, sides, lowestYes, highestYes }: Bounds, { noVotes, unsureVotes }: Counts): string {
  const voted = lowestYes + (noVotes ?? 0);
  const ofVoters = describeVoters(lowestYes, voted, Boolean(unsureVotes));
  if (silent === 0) return ofVoters;
  const [lowest, highest] = [shareTexts(lowestYes, sides).yes, shareTexts(highestYes, sides).yes];
  return `${ofVoters} ${describeAll(lowest, highest, unsureVotes ?? 0)}`;
}

function describeVoters(yes: number, voted: number, hasUnsure: boolean): string {
  if (voted === 0) return boundsSentences.noSides;
  return (hasUnsure ? boundsSentences.shareOfSides : boundsSentences.shareOfVoters)(shareTexts(yes, voted).yes);
}

function describeAll(lowest: string, highest: string, unsure: number): string {
  // Both shares can round to the same: with one non-voter in a million.
  if (lowest === highest)
    return unsure > 0 ? boundsSentences.shareOfAllSides(unsure, lowest) : boundsSentences.shareOfAll(lowest);
  return unsure > 0
    ? boundsSentences.rangeOfAllSides(unsure, lowest, highest)
    : boundsSentences.rangeOfAll(lowest, highest);
}

/** The same for a survey with a rule: what would have happened, had all non-voters voted against the winner. */
function describeRuleReason(
  { silent, settled }: Bounds,
  { yesVotes, noVotes, unsureVotes }: Counts,
  rule: PassRule,
): string {
  if (silent === 0) return boundsSentences.everyoneVoted;
  const passed = isPassed(rule, { yes: yesVotes ?? 0, no: noVotes ?? 0, unsure: unsureVotes ?? 0 });
  if (settled) return (passed ? boundsSentences.evenIfPasses : boundsSentences.evenIfFails)(silent);
  return (passed ? boundsSentences.ifFails : boundsSentences.ifPasses)(silent);
}

function describeReason({ silent, sides, lowestYes, highestYes, settled }: Bounds, { noVotes }: Counts): string {
  const no = noVotes ?? 0;
  if (silent === 0) return boundsSentences.everyoneVoted;
  if (!settled && lowestYes === no)
    return (no === 0 ? boundsSentences.anyoneDecides : boundsSentences.anyoneDecidesTie)(silent);
  // The most that non-voters could have changed: all of them vote against the leading side.
  const leads = 2 * lowestYes > lowestYes + no;
  const [yes, others] = leads ? [lowestYes, sides - lowestYes] : [highestYes, no];
  if (yes === others) return (settled ? boundsSentences.evenIfTie : boundsSentences.ifTie)(silent, leads, yes);
  const win = settled ? boundsSentences.evenIfWin : boundsSentences.ifWin;
  return win(silent, leads, yes > others, Math.max(yes, others), Math.min(yes, others));
}
