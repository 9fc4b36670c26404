import * as labelSentences from "@survey-app/texts/labelSentences.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import type { PassRule } from "../ballots/passRule.ts";
import type { ResultLabel } from "../ballots/resultLabel.ts";
import type { Survey, Totals } from "../surveys/surveys.ts";
import { dayAndTime, dayMonthYear } from "../text/time.ts";
import { votingDays } from "../votes/votingDays.ts";
import { boundsSentence } from "./bounds.ts";
import { describeInvited } from "./invitedLabel.ts";
import { describeFinal } from "./passedText.ts";
import { LINK_CLAIM, shareTexts, TOO_FEW } from "./resultText.ts";

/**
 * The line below a result with its claims: who answered, and when. Empty before the first vote, except by open link:
 * every place says that nobody is verified. `describeInvited` does the same for surveys whose voters were invited.
 */
export function describeResultLabel(
  { asked, electorate }: Pick<ResultLabel, "asked" | "electorate">,
  participants: number,
  timeZone: string,
): string {
  if (electorate === "link") return [describeBrowsers({ asked }, participants, timeZone), LINK_CLAIM].join(" ").trim();
  if (participants === 0) return "";
  const { from, to } = votingDays(asked, timeZone);
  const answered =
    to === null
      ? labelSentences.peopleSince(participants, from)
      : from === to
        ? labelSentences.peopleOn(participants, from)
        : labelSentences.peopleBetween(participants, from, to);
  return `${answered} ${labelSentences.choseThemselves}`;
}

/**
 * The number of browsers that voted by open link, and when; empty before the first vote. `LINK_CLAIM` stands beside it.
 */
export function describeBrowsers(
  { asked }: Pick<ResultLabel, "asked">,
  participants: number,
  timeZone: string,
): string {
  if (participants === 0) return "";
  const { from, to } = votingDays(asked, timeZone);
  if (to === null) return labelSentences.browsersSince(participants, from);
  return from === to
    ? labelSentences.browsersOn(participants, from)
    : labelSentences.browsersBetween(participants, from, to);
}

/**
 * A sentence with the hash of the final state of a survey's ledger, for emails and printouts: many people then have a
 * copy, so that a later change of the numbers is noticed. Empty while voting is open.
 */
export function describeHead({ asked, head }: Pick<ResultLabel, "asked" | "head">): string {
  if (asked.to === null) return "";
  return labelSentences.head(head);
}

/**
 * A sentence about an early close: by whom, and for when the end was planned. Empty before the close and after one by
 * deadline.
 * @param writeDay how a day is written: with its month as a word in minutes and on paper
 */
export function describeEarlyClose(
  { closedAt, closedBy, deadline }: Pick<Survey, "closedAt" | "closedBy" | "deadline">,
  timeZone: string,
  writeDay = dayMonthYear,
): string {
  if (closedAt === null || closedBy === null || closedBy === "deadline") return "";
  const day = writeDay(closedAt, timeZone);
  if (closedBy === "everyone") return labelSentences.closedByEveryone(day);
  return deadline === null
    ? labelSentences.closed(closedBy, day)
    : labelSentences.closedEarly(closedBy, day, writeDay(deadline, timeZone));
}

/** A sentence about a result that its owner showed while voting went on; empty otherwise. */
export function describeShowing(shownAfter: number | undefined, participants: number): string {
  return shownAfter === undefined ? "" : labelSentences.shown(shownAfter, participants);
}

/** Sentences about the voters' accounts, and about bursts of votes. */
export function describeVoters(
  { composition, bursts }: Pick<ResultLabel, "composition" | "bursts">,
  timeZone: string,
): string[] {
  const share = (group: number) => shareTexts(group, composition?.voters ?? 0).yes;
  const { newAccounts = null, unconfirmed = null } = composition ?? {};
  return [
    ...(newAccounts === null ? [] : [labelSentences.newAccounts(share(newAccounts))]),
    ...(unconfirmed === null ? [] : [labelSentences.unconfirmed(share(unconfirmed))]),
    ...bursts.map(({ from, votes }) => labelSentences.burst(votes, dayAndTime(from, timeZone))),
  ];
}

/**
 * The result of a survey as its reader sees it, final or so far, who closed it, and the hash of its ledger's last
 * state.
 */
export interface Result
  extends Pick<Totals, "totalVotes" | "yesVotes" | "noVotes" | "unsureVotes" | "participants">,
    Pick<ResultLabel, "electorate" | "asked" | "head" | "list" | "bounds" | "shownAfter">,
    Pick<Survey, "closedBy" | "deadline"> {
  /** When the survey passes. */
  passRule: PassRule | null;
}

/** The result of a closed survey in an email. `passRule` is missing in rows of version 1.0. */
export type FinalResult = Omit<Result, "passRule"> & Partial<Pick<Result, "passRule">>;

/**
 * A final result in paragraphs, for feeds: the numbers, what they may claim, what non-voters could have changed, and
 * whether the survey was closed early.
 */
export function describeFinalResult(result: FinalResult): string[] {
  const { totalVotes, yesVotes } = result;
  const sentence = resultSentences.asSentence(describeFinal(result));
  const shares = totalVotes > 0 && yesVotes === null ? TOO_FEW : describeShares(result);
  return [[sentence, shares].filter(Boolean).join(" "), ...describeClaims(result)];
}

/**
 * The claims of a final result: who answered, what non-voters could have changed, whether it was shown before, and an
 * early close.
 */
export function describeClaims(result: FinalResult): string[] {
  const { list, bounds, participants } = result;
  return [
    list ? describeInvited({ ...result, list }, participants, "UTC") : describeResultLabel(result, participants, "UTC"),
    list && bounds ? boundsSentence(bounds, result, list, result.passRule ?? null) : "",
    describeShowing(result.shownAfter, participants),
    describeEarlyClose({ ...result, closedAt: result.asked.to }, "UTC"),
  ].filter(Boolean);
}

/**
 * The shares of Yes and No, after the sentence with their numbers; empty without votes, and where the result is never
 * shown.
 */
export function describeShares({ totalVotes, yesVotes }: FinalResult): string {
  if (totalVotes === 0 || yesVotes === null) return "";
  const { yes, no } = shareTexts(yesVotes, totalVotes);
  return resultSentences.shares(yes, no);
}
