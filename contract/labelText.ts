import { boundsSentence } from "./bounds.ts";
import { plural } from "./formatCount.ts";
import { describeInvited } from "./invitedLabel.ts";
import type { ResultLabel } from "./resultLabel.ts";
import {
  COUNTS_FIRST_BELOW,
  describeResult,
  describeVotingPeriod,
  formatVotes,
  LINK_CLAIM,
  shareTexts,
  TOO_FEW,
} from "./resultText.ts";
import type { Survey, Totals } from "./surveys.ts";
import { shortDay, timeOfDay } from "./time.ts";

/**
 * What a result may claim, in a line below it: who answered, and when. Empty before the first vote, but by open link never: every place
 * says that nobody is verified. `describeInvited` does the same for surveys whose voters were invited.
 */
export function describeLabel(
  { asked, electorate }: Pick<ResultLabel, "asked" | "electorate">,
  participants: number,
  timeZone: string,
): string {
  if (electorate === "link") return [describeBrowsers({ asked }, participants, timeZone), LINK_CLAIM].join(" ").trim();
  if (participants === 0) return "";
  const people = plural(participants, "person with an account", "people with an account");
  const answered = describeVotingPeriod("answered", asked, participants, timeZone);
  return `${people} ${answered}. They chose to take part; this says nothing about anyone else.`;
}

/** How many browsers voted by open link, and when; empty before the first vote. `LINK_CLAIM` stands beside it. */
export function describeBrowsers(
  { asked }: Pick<ResultLabel, "asked">,
  participants: number,
  timeZone: string,
): string {
  if (participants === 0) return "";
  return `${plural(participants, "browser")} ${describeVotingPeriod("voted", asked, participants, timeZone)}.`;
}

/**
 * A sentence with the hash of the final state of a survey's ledger, for emails and printouts: many people then have a copy, so
 * that a later change of the numbers is noticed. Empty while voting is open.
 */
export function describeHead({ asked, head }: Pick<ResultLabel, "asked" | "head">): string {
  if (asked.to === null) return "";
  return `For verifiers: the survey's log ends with ${head}. If it ends differently later, these numbers were changed.`;
}

/** Who closed a survey, and when it was planned to end; empty if its deadline closed it, or nothing did. */
export function describeEarlyClose(
  { closedAt, closedBy, deadline }: Pick<Survey, "closedAt" | "closedBy" | "deadline">,
  timeZone: string,
): string {
  if (closedAt === null || closedBy === null || closedBy === "deadline") return "";
  const closed = `by ${closedBy === "owner" ? "its owner" : "an admin"} on ${shortDay(closedAt, timeZone)}`;
  return deadline === null
    ? `Closed ${closed}.`
    : `Closed early ${closed}; planned until ${shortDay(deadline, timeZone)}.`;
}

/** Sentences about the voters' accounts, and about bursts of votes. */
export function describeVoters(
  { composition, bursts }: Pick<ResultLabel, "composition" | "bursts">,
  timeZone: string,
): string[] {
  const share = (group: number) => shareTexts(group, composition?.voters ?? 0).yes;
  const { newAccounts = null, unconfirmed = null } = composition ?? {};
  return [
    ...(newAccounts === null
      ? []
      : [`${share(newAccounts)} of the voters created their account after this survey opened.`]),
    ...(unconfirmed === null ? [] : [`${share(unconfirmed)} of the voters have an unconfirmed email address.`]),
    ...bursts.map(
      ({ from, votes }) =>
        `${formatVotes(votes)} arrived within ten minutes (${shortDay(from, timeZone)}, ${timeOfDay(from, timeZone)}).`,
    ),
  ];
}

/** The result of a closed survey as everyone sees it, who closed it, and the hash of the final state of its ledger. */
export interface FinalResult
  extends Pick<Totals, "totalVotes" | "yesVotes" | "noVotes" | "unsureVotes" | "participants">,
    Pick<ResultLabel, "electorate" | "asked" | "head" | "list" | "bounds">,
    Pick<Survey, "closedBy" | "deadline"> {}

/**
 * A final result in paragraphs, for feeds: the numbers, what they may claim, what non-voters could have changed, and whether the
 * survey was closed early.
 */
export function describeFinalResult(result: FinalResult): string[] {
  const { totalVotes, yesVotes } = result;
  const sentence = `${describeResult(result, true)}.`;
  const shares = totalVotes > 0 && yesVotes === null ? TOO_FEW : describeShares(result);
  return [[sentence, shares].filter(Boolean).join(" "), ...describeClaims(result)];
}

/** What a final result may claim, what non-voters could have changed, and whether the survey was closed early. */
export function describeClaims(result: FinalResult): string[] {
  const { list, bounds, participants } = result;
  return [
    list ? describeInvited({ ...result, list }, participants, "UTC") : describeLabel(result, participants, "UTC"),
    list && bounds ? boundsSentence(bounds, result, list) : "",
    describeEarlyClose({ ...result, closedAt: result.asked.to }, "UTC"),
  ].filter(Boolean);
}

/** The votes for Yes and No with their shares; empty without votes, and where the result is never shown. */
export function describeShares({ totalVotes, yesVotes }: FinalResult): string {
  if (totalVotes === 0 || yesVotes === null) return "";
  const shares = shareTexts(yesVotes, totalVotes);
  const [yes, no] = [formatVotes(yesVotes), formatVotes(totalVotes - yesVotes)];
  return totalVotes < COUNTS_FIRST_BELOW
    ? `Yes: ${yes} (${shares.yes}). No: ${no} (${shares.no}).`
    : `${shares.yes} Yes (${yes}), ${shares.no} No (${no}).`;
}
