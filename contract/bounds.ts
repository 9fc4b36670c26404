import { formatCount, plural } from "./formatCount.ts";
import type { ResultLabel } from "./resultLabel.ts";
import { shareTexts } from "./resultText.ts";
import type { Totals } from "./surveys.ts";

/** What non-voters could have changed. */
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

/** The bounds of a closed survey's result; null where the split of its votes is not shown, or the list was empty. */
export function findBounds({ yesVotes, noVotes, unsureVotes }: Counts, { invited, added }: ListNumbers): Bounds | null {
  if (yesVotes === null || noVotes === null || unsureVotes === null) return null;
  const silent = invited + added - yesVotes - noVotes - unsureVotes;
  if (invited + added === 0 || silent < 0) return null;
  const sides = yesVotes + noVotes + silent;
  const highestYes = yesVotes + silent;
  // Yes needs more than half: a tie is not enough.
  return { silent, sides, lowestYes: yesVotes, highestYes, settled: 2 * yesVotes > sides || 2 * highestYes <= sides };
}

/** Bounds in words. */
export interface BoundsTexts {
  /** The share of those who voted, and the lowest and highest share of everyone. */
  range: string;
  verdict: "Settled" | "Not settled";
  /** What the verdict follows from. */
  reason: string;
  /** Who was counted, where people were added or struck; empty otherwise. */
  list: string;
}

/** "Could the people who didn't vote have changed the result?" @param found the bounds of these counts and this list */
export function describeBounds(found: Bounds, counts: Counts, { invited, added, struck }: ListNumbers): BoundsTexts {
  const changes = [
    ...(added > 0 ? [`${formatCount(added)} added after the opening`] : []),
    ...(struck > 0 ? [`${formatCount(struck)} removed`] : []),
  ];
  const people = plural(invited + added, "person", "people");
  return {
    range: describeRange(found, counts),
    verdict: found.settled ? "Settled" : "Not settled",
    reason: describeReason(found, counts),
    list: changes.length === 0 ? "" : `The list had ${people}, including ${changes.join(" and ")}.`,
  };
}

/** The same as one text, for emails. */
export function boundsSentence(found: Bounds, counts: Counts, numbers: ListNumbers): string {
  const { range, verdict, reason, list } = describeBounds(found, counts, numbers);
  return [range, `${verdict}: ${reason}`, list].filter(Boolean).join(" ");
}

function describeRange({ silent, sides, lowestYes, highestYes }: Bounds, { noVotes, unsureVotes }: Counts): string {
  const voted = lowestYes + (noVotes ?? 0);
  const unsure = unsureVotes ? `, without the ${formatCount(unsureVotes)} not sure` : "";
  const ofVoters =
    voted === 0
      ? "No one took a side."
      : `${shareTexts(lowestYes, voted).yes} Yes of those who ${unsure ? "took a side" : "voted"}.`;
  if (silent === 0) return ofVoters;
  const [lowest, highest] = [shareTexts(lowestYes, sides).yes, shareTexts(highestYes, sides).yes];
  // Both can round to the same: one non-voter of a million.
  const range = lowest === highest ? lowest : `between ${lowest} and ${highest}`;
  return `${ofVoters} Of everyone invited${unsure}: ${range}.`;
}

function describeReason({ silent, sides, lowestYes, highestYes, settled }: Bounds, { noVotes }: Counts): string {
  const no = noVotes ?? 0;
  if (silent === 0) return "everyone invited voted.";
  const one = "the one person who didn't vote";
  const counted = `${formatCount(silent)} people who didn't vote`;
  const all = silent === 1 ? one : silent === 2 ? "both people who didn't vote" : `all ${counted}`;
  const leads = 2 * lowestYes > lowestYes + no;
  // The most that non-voters could have changed: all of them vote against the leading side.
  const against = leads ? "No" : "Yes";
  const [yes, others] = leads ? [lowestYes, sides - lowestYes] : [highestYes, no];
  const would = describeEnd(yes, others);
  if (settled) return `even if ${all} had said ${against}, ${would}.`;
  if (lowestYes === no) {
    const who = silent === 1 ? one : `any of the ${counted}`;
    return no === 0 ? `${who} could have decided it.` : `it is a tie, and ${who} could have decided it.`;
  }
  return `if ${all} had said ${against}, ${would}.`;
}

/** How the voting would have ended with these votes. */
function describeEnd(yes: number, no: number): string {
  if (yes === no) return `it would have been a tie at ${formatCount(yes)} each, and Yes needs more than half`;
  const [winner, more, less] = yes > no ? ["Yes", yes, no] : ["No", no, yes];
  return `${winner} would have won ${formatCount(more)} to ${formatCount(less)}`;
}
