import type { Electorate } from "./ballots.ts";
import { formatCount, plural } from "./formatCount.ts";
import { SPLIT_MIN } from "./ledger.ts";
import type { ResultLabel } from "./resultLabel.ts";
import type { Totals } from "./surveys.ts";
import { shortDay, timeOfDay } from "./time.ts";

/**
 * The displayed shares of yes and no, which add up to 100. A rounded share never looks exact where it matters: 0%, 50%
 * and 100% are always exact, so one vote of a million is "<1%", and a lead of two votes "<50%" and ">50%".
 */
export function shareTexts(yes: number, total: number): { yes: string; no: string } {
  const rounded = Math.round((100 * yes) / total);
  return { yes: shareText(yes, total, rounded), no: shareText(total - yes, total, 100 - rounded) };
}

function shareText(votes: number, total: number, rounded: number): string {
  if (rounded === 0 && votes > 0) return "<1%";
  if (rounded === 100 && votes < total) return ">99%";
  if (rounded === 50 && 2 * votes !== total) return 2 * votes < total ? "<50%" : ">50%";
  return `${rounded}%`;
}

/** What every place says that shows the result of a survey by open link. */
export const LINK_CLAIM = "Open link: one vote per browser, not verified.";

/**
 * A survey's totals in words: its result, or how many people have voted while the result is hidden. The same on pages, in
 * emails and in shared links.
 * @param isOver whether voting has ended
 */
export function describeResult(
  { totalVotes, yesVotes, unsureVotes }: Pick<Totals, "totalVotes" | "yesVotes" | "unsureVotes">,
  isOver = false,
): string {
  if (yesVotes === null && totalVotes > 0) return `${plural(totalVotes, "person has", "people have")} voted`;
  if (!unsureVotes) return resultSentence(yesVotes ?? 0, totalVotes, isOver);
  const unsure = `${formatCount(unsureVotes)} not sure`;
  if (!totalVotes) return `No one took a side; ${unsure}`;
  const yes = yesVotes ?? 0;
  if (totalVotes < COUNTS_FIRST_BELOW) return `${formatCount(yes)} Yes, ${formatCount(totalVotes - yes)} No, ${unsure}`;
  return `${shareTexts(yes, totalVotes).yes} Yes of the ${formatCount(totalVotes)} who took a side; ${unsure}`;
}

const TOO_FEW_TO_SHOW = "Too few votes to show a result";
/** Why the result of a closed survey is never shown. */
export const TOO_FEW = `${TOO_FEW_TO_SHOW}. With fewer than ${SPLIT_MIN}, it could reveal how someone voted.`;

/** The result of a closed survey in a few words: "Yes won by 28 of 72 votes". Everyone sees it, unless too few people voted. */
export const describeFinal = (totals: Parameters<typeof describeResult>[0]): string =>
  totals.totalVotes > 0 && totals.yesVotes === null ? TOO_FEW_TO_SHOW : describeResult(totals, true);

/** When a result becomes visible. Most readers of a survey for invited people can't vote on it. */
type Opening = Pick<Totals, "resultsOpen"> & { electorate?: Electorate | undefined };

/**
 * When a hidden result becomes visible, or why it never does, in a sentence; empty for a visible one.
 * @param isOver whether the deadline has passed: the votes are being counted, which takes a moment
 */
export function describeOpening({ resultsOpen, electorate }: Opening, isOver: boolean, timeZone: string): string {
  if (resultsOpen === null) return "";
  if (resultsOpen === "tooFewVotes") return TOO_FEW;
  if (isOver) return "Voting has ended. The result appears in a moment.";
  if (resultsOpen === "afterYourVote")
    return electorate === "invited"
      ? "People on the owner's list see the result after they vote, and everyone when voting ends."
      : "You'll see the result after you vote.";
  const at = `${shortDay(resultsOpen, timeZone)} at ${timeOfDay(resultsOpen, timeZone)}`;
  return `Everyone sees the result when voting ends, on ${at}.`;
}

/** The same in a few words, for cards and tables. */
export function summarizeOpening({ resultsOpen, electorate }: Opening, isOver: boolean, timeZone: string): string {
  if (resultsOpen === "tooFewVotes") return "Too few votes";
  if (isOver) return "Being counted";
  if (resultsOpen === "afterYourVote" && electorate === "invited") return "Voters see the result";
  return resultsOpen === null || resultsOpen === "afterYourVote"
    ? "Result after your vote"
    : `Result on ${shortDay(resultsOpen, timeZone)}`;
}

/**
 * The result in words, which name the leader: "Yes leads by 98 of 410 votes". Without the answers "Not sure".
 * @param isOver whether voting has ended
 */
export function resultSentence(yes: number, total: number, isOver = false): string {
  if (total === 0) return isOver ? "Voting ended without votes" : "No votes yet";
  const no = total - yes;
  if (yes === no) return `A tie at ${formatVotes(yes)} each`;
  const leader = yes > no ? "Yes" : "No";
  if (total === 1) return `1 vote, for ${leader}`;
  if (yes === 0 || no === 0) return `All ${formatVotes(total)} are ${leader}`;
  return `${leader} ${isOver ? "won" : "leads"} by ${formatCount(Math.abs(yes - no))} of ${formatVotes(total)}`;
}

/** Below this number of votes, counts come before percentages: a share of few people looks more exact than it is. */
export const COUNTS_FIRST_BELOW = 30;

/** "1 vote", "1,204 votes". */
export function formatVotes(count: number): string {
  return plural(count, "vote");
}

/** When people voted: "have voted since 1 Nov 2026", "voted on 1 Nov 2026", "voted between 1 Nov 2026 and 3 Nov 2026". */
export function describeVotingPeriod(
  verb: "voted" | "answered",
  { from, to }: ResultLabel["asked"],
  participants: number,
  timeZone: string,
): string {
  const first = shortDay(from, timeZone);
  if (to === null) return `${participants === 1 ? "has" : "have"} ${verb} since ${first}`;
  const last = shortDay(to, timeZone);
  return first === last ? `${verb} on ${first}` : `${verb} between ${first} and ${last}`;
}
