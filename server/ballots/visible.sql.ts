import { type Electorate, namesVoters, type Privacy, type Results } from "@survey-app/contract/ballots/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ballots/ledger.ts";
import type { AnswerCounts } from "@survey-app/contract/ballots/passRule.ts";
import { allows, seeResults } from "@survey-app/contract/ballots/rights.ts";
import { PUBLISHED, type Survey, type Totals } from "@survey-app/contract/surveys/surveys.ts";
import type { Vote } from "@survey-app/contract/votes/votes.ts";
import { type RawBuilder, sql } from "kysely";
import type { StoredCount } from "../database/storedCount.ts";
import type { StoredBox } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";

/** `isPublic` as an SQL condition on `surveys`, or on another table or alias with these two columns. */
export function publicOnly(now: number | RawBuilder<number>, table = "surveys"): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.status`)} = ${sql.lit(PUBLISHED)} and ${sql.ref(`${table}.appears_at`)} <= ${now}`;
}

/**
 * `hasEnded` as an SQL condition on a table or alias with its two columns; null where a survey without a deadline is
 * open.
 */
export function endedOnly(now: number | RawBuilder<number>, table: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.closed_at`)} is not null or ${sql.ref(`${table}.ends_at`)} <= ${now})`;
}

/** SQL condition on `surveys` or `survey_listings`: whether a survey is public and in public lists. */
export function listedOnly(now: number, table: string): RawBuilder<boolean> {
  return sql<boolean>`${publicOnly(now, table)} and ${sql.ref(`${table}.listed`)} = 1`;
}

/**
 * SQL condition on two aliases of `surveys`: whether the page of one may lead its readers to the other. A survey in
 * public lists never leads to one outside of them, whose readers got its address from its owner.
 */
export const mayLeadTo = (from: string, to: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${to}.listed`)} = 1 or ${sql.ref(`${from}.listed`)} = 0)`;

/** SQL condition on `survey_listings`: published surveys in public lists that are scheduled but haven't started. */
export function scheduledOnly(now: number): RawBuilder<boolean> {
  // The literal condition lets both engines use the partial index of scheduled surveys. The plus keeps SQLite from
  // using the indexes that begin with the status, with which it would read every published survey.
  return sql<boolean>`appears_at > 0 and appears_at > ${now} and listed = 1 and +status = ${sql.lit(PUBLISHED)}`;
}

/**
 * The counts of a ballot box or a day as they are stored, hidden or not. The number of voters is public, their answers
 * are not.
 */
export interface StoredTotals {
  participants: number;
  yes_votes: StoredCount;
  unsure_votes: StoredCount;
}

/** A survey's counters, and the columns that decide who sees them. */
export interface SurveyCounters extends StoredTotals {
  results: Results;
  privacy: Privacy;
  status: number;
  ends_at: number | null;
  closed_at: number | null;
  /** When the owner showed the result. */
  shown_at: number | null;
}

/** The columns that decide, besides the setting, whether everyone sees a survey's numbers. */
type Opening = Pick<SurveyCounters, "status" | "closed_at" | "shown_at">;

/**
 * Whether a survey's numbers are public because it was closed, or its owner has shown them. They are hidden while such
 * a survey is unpublished, because otherwise its owner and admins alone would see them.
 */
export function hasOpened({ status, closed_at, shown_at }: Opening): boolean {
  return (closed_at !== null || shown_at !== null) && status === PUBLISHED;
}

/**
 * Whether the answers of a survey are never shown, because with so few voters they could tell how each person voted.
 */
export function hasTooFewVotes({ privacy, participants }: Pick<SurveyCounters, "privacy" | "participants">): boolean {
  return privacy !== "named" && participants < SPLIT_MIN;
}

/**
 * Whether a survey's results are visible to a reader or hidden from them: the counts of answers, the table of votes,
 * and other people's comments. Only this file decides that, by the table of rights; `seesResults`
 * (surveys/surveys.sql.ts) finds whether a reader has voted. Results open when a survey is closed, or its owner shows
 * them, never by comparing clocks.
 * @param hasVoted whether the reader has voted on the survey
 */
export function visibleResults(
  box: Pick<SurveyCounters, "results" | "privacy" | "participants"> & Opening,
  hasVoted: boolean,
): boolean {
  if (hasTooFewVotes(box)) return false;
  return allows(seeResults[hasOpened(box) ? "opened" : box.results], { voter: hasVoted });
}

/** `visibleResults` for visitors, as an SQL condition on `ballot_boxes`: whether everyone sees the results. */
export const openToAll = sql<boolean>`((privacy = 'named' or participants >= ${sql.lit(SPLIT_MIN)})
  and (results = 'live' or (closed_at is not null or shown_at is not null) and status = ${sql.lit(PUBLISHED)}))`;

/**
 * Whether it is hidden who has voted: until the close, unless the result is shown all the time. Then neither the list
 * nor an invitation tells whether it was used: an owner who keeps codes could watch who votes and when, and infer
 * single answers from changing totals, or earlier answers from a growing ledger.
 */
export const hidesWhoVoted = (results: Results, closedAt: number | string | null): boolean =>
  results !== "live" && closedAt === null;

/**
 * The counts of answers, for a reader; null if the results are hidden from them. Nothing else turns stored counts into
 * numbers for readers.
 * @param seesResults from `visibleResults`, or `seesResults` (surveys/surveys.sql.ts); true for checks whose result
 *   doesn't contain counts
 */
export function countsFor(stored: StoredTotals, seesResults: true): AnswerCounts;
export function countsFor(stored: StoredTotals, seesResults: boolean): AnswerCounts | null;
export function countsFor({ participants, ...stored }: StoredTotals, seesResults: boolean): AnswerCounts | null {
  if (!seesResults) return null;
  const [yes, unsure] = [Number(stored.yes_votes), Number(stored.unsure_votes)];
  return { yes, no: participants - yes - unsure, unsure };
}

/** A survey's totals, as a reader may see them. */
export function visibleTotals(box: SurveyCounters, hasVoted: boolean): Totals {
  const { participants } = box;
  const counts = countsFor(box, visibleResults(box, hasVoted));
  if (counts) {
    const { yes: yesVotes, no: noVotes, unsure: unsureVotes } = counts;
    const totalVotes = yesVotes + noVotes;
    return { totalVotes, yesVotes, noVotes, unsureVotes, participants, resultsVisible: true, resultsOpen: null };
  }
  return {
    totalVotes: participants,
    yesVotes: null,
    noVotes: null,
    unsureVotes: null,
    participants,
    resultsVisible: false,
    resultsOpen: whenOpened(box),
  };
}

/** When the owner of a survey showed its result, and how many people had voted by then; empty if it wasn't shown. */
export function showingOf({
  shown_at,
  shown_after,
}: Pick<StoredBox, "shown_at" | "shown_after">): Pick<Survey, "shownAt" | "shownAfter"> {
  return shown_at === null || shown_after === null ? {} : { shownAt: toIso(shown_at), shownAfter: shown_after };
}

/** The totals of a survey that is not public, for everyone but its owner and admins: none. */
export const noTotals: Totals = {
  totalVotes: 0,
  yesVotes: null,
  noVotes: null,
  unsureVotes: null,
  participants: 0,
  resultsVisible: false,
  resultsOpen: null,
};

function whenOpened(box: SurveyCounters): string {
  if (box.results === "afterVote") return "afterYourVote";
  if (box.results === "shown") return "whenShown";
  return hasOpened(box) && hasTooFewVotes(box) ? "tooFewVotes" : toIso(box.ends_at ?? 0);
}

/** Whether a reader sees other people's votes one by one: how and when each person voted, and in which order. */
export function visibleVotes(settings: { privacy: Privacy; electorate: Electorate }, seesResults: boolean): boolean {
  return namesVoters(settings) && seesResults;
}

/** `sealsEarlierAnswers` as an SQL condition on a table with the columns of settings. */
export const earlierAnswersSealed = sql<boolean>`(privacy = 'named' and changeable = 1 and results <> 'live')`;

/** The answer of a vote, as a reader may see it: always their own, and others' if they see those. */
export function visibleChoice(
  choice: Vote["vote"],
  {
    isOwn,
    seesResults,
    ...settings
  }: { privacy: Privacy; electorate: Electorate; isOwn: boolean; seesResults: boolean },
): Vote["vote"] {
  return isOwn || visibleVotes(settings, seesResults) ? choice : null;
}
