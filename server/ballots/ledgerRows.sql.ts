import { sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import { type Closing, type LedgerTotals, ledgerEndLine } from "@survey-app/contract/ballots/ledger.ts";
import type { LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { StoredBox } from "../database/tables.ts";
import { surveyGone } from "./ballotBox.sql.ts";
import {
  countsFor,
  earlierAnswersSealed,
  hasOpened,
  openToAll,
  type SurveyCounters,
  visibleResults,
} from "./visible.sql.ts";
import { asksOfBox, ledgerDay, type StartColumns, sha256, startOf } from "./voteChain.ts";

/** The columns of a ballot box that its ledger shows. */
export interface LedgerBox
  extends Omit<SurveyCounters, "results" | "privacy" | "status" | "ends_at" | "shown_at">,
    StartColumns {
  ledger_key: string;
  ledger_head: string;
  ledger_rows: number;
  closing: string | null;
}

/** A ballot box with the columns that decide how much of its ledger is public. */
type PublicBox = LedgerBox & Pick<SurveyCounters, "status" | "shown_at">;

/** The fields of each page that describe the whole ledger. */
type LedgerHeader = Omit<LedgerPage, "entries">;

/**
 * Reads a page of a survey's ledger as JSON: with the key and the votes if the results are visible to everyone, else
 * with the seals of the votes. Pages of confidential and secret surveys don't have rows. If votes could be changed
 * while they were hidden, only those that count are opened, each with its own key, because the survey's key would also
 * open the replaced ones.
 *
 * The database builds the JSON, because serializing thousands of rows would block the thread that serves votes. The key
 * never changes, and the numbers, the head and the entries are read by one statement, so they are consistent.
 * @returns the JSON, its `header`, and the `n` after which the next page begins; null on the last one
 * @throws {ApiError} `notFound`
 */
export async function readLedger(
  { db, dialect }: Database,
  surveyId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ json: string; header: LedgerHeader; next: number | null }> {
  const rowKey = sql`sha256_hex('row ' || ledger_key || ' ' || n)`;
  const answer = sql`case
    when not ${openToAll} or (${earlierAnswersSealed} and replaced_by is not null)
      then '"seal":"' || sha256_hex('seal ' || ${rowKey} || ' ' || choice) || '"'
    when ${earlierAnswersSealed} then '"k":"' || ${rowKey} || '","vote":' || choice
    else '"vote":' || choice end`;
  const entry = sql`'{"n":' || n || ',"date":"' || ${dialect.day(sql`created_at`)} || '","replaces":'
    || coalesce(cast(replaces as text), 'null') || ',' || ${answer} || ',"hash":"' || hash || '"}'`;
  const { rows } = await sql<PublicBox & { entries: string | null }>`
    select survey_id, results, privacy, changeable, unsure, electorate, question_hash, status, closed_at, shown_at, participants,
      yes_votes, unsure_votes, ledger_key, ledger_head, ledger_rows, ledger_format, closing, follows, (
        select string_agg(${entry}, ',' order by n) from (
          select n, created_at, choice, hash, replaces, replaced_by from votes
          where survey_id = ballot_boxes.survey_id and ballot_boxes.privacy = 'named' and n > ${after}
          order by n limit ${limit}
        ) as page
      ) as entries
    from ballot_boxes where survey_id = ${surveyId}`.execute(db);
  const [read] = rows;
  if (!read) throw surveyGone();
  const { entries, ...box } = read;
  const header = publicHeader(box);
  const last = after + limit;
  return {
    json: `${JSON.stringify(header).slice(0, -1)},"entries":[${entries ?? ""}]}`,
    header,
    next: last < header.rows ? last : null,
  };
}

/** A summary of a survey's ledger, as everyone sees it. */
export interface LedgerSummary {
  /** The ledger's end after the close; before it, the hash of the last vote. */
  head: string;
  /** How many votes were changed; null where the ledger doesn't have rows. */
  changes: number | null;
  rows: number;
  participants: number;
  /** How the survey was closed; null before the close, and where the end of the ledger doesn't say. */
  closing: Closing | null;
  asked: AskedColumns;
}

/** The columns of a ballot box that decide how its question is hashed. */
export type AskedColumns = Pick<
  StoredBox,
  "question_hash" | "picture" | "ledger_format" | "participants" | "closed_at"
>;

/** Reads the summary of a survey's ledger, at one moment. @returns null if the survey is gone */
export async function findLedgerSummary({ db }: Database, surveyId: string): Promise<LedgerSummary | null> {
  const box = await db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", surveyId).executeTakeFirst();
  if (!box) return null;
  const { end, head, rows, participants } = publicHeader(box);
  const changes = box.privacy === "named" ? rows - participants : null;
  const { question_hash, picture, ledger_format, closed_at } = box;
  const asked = { question_hash, picture, ledger_format, participants: box.participants, closed_at };
  return { head: end ?? head, changes, rows, participants, closing: closingOf(box), asked };
}

/** The same for a survey that is known to exist. @throws {ApiError} `notFound` */
export async function readLedgerSummary(database: Database, surveyId: string): Promise<LedgerSummary> {
  const summary = await findLedgerSummary(database, surveyId);
  if (!summary) throw surveyGone();
  return summary;
}

/**
 * The end of a closed ledger, even while its survey is unpublished, because the ledger of a meeting's next question
 * publishes it anyway.
 */
export async function findEnd({ db }: Database, surveyId: string): Promise<string> {
  const box = await db
    .selectFrom("ballot_boxes")
    .selectAll()
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow(surveyGone);
  const { end } = publicHeader({ ...box, status: PUBLISHED });
  if (end === null) throw new Error(`The ledger of ${surveyId} has not ended`);
  return end;
}

/** The header of a ledger's pages, as everyone may see it. */
function publicHeader(box: PublicBox): LedgerHeader {
  const totals = countsFor(box, visibleResults(box, false));
  return box.privacy === "named"
    ? fullHeader(box, { totals, hasKey: publishesKey(box) })
    : headerWithoutRows(box, totals);
}

/** Whether everyone can read the key of a ledger: it opens all of its rows. */
export function publishesKey(box: Parameters<typeof visibleResults>[0] & Pick<StoredBox, "changeable">): boolean {
  const isSealed = sealsEarlierAnswers({ ...box, changeable: box.changeable === 1 });
  return box.privacy === "named" && visibleResults(box, false) && !isSealed;
}

/** The header for a confidential or secret survey: the number of participants, and after the close also the result. */
function headerWithoutRows(box: PublicBox, totals: LedgerTotals | null): LedgerHeader {
  return toHeader(box, { key: null, rows: 0, head: startOf(box), totals, isEnded: hasOpened(box) });
}

/** The header for a survey whose ledger has rows. @param options `totals`: null while the results are hidden */
export function fullHeader(
  box: LedgerBox,
  { totals, hasKey }: { totals: LedgerTotals | null; hasKey: boolean },
): LedgerHeader {
  return toHeader(box, {
    key: hasKey ? box.ledger_key : null,
    rows: box.ledger_rows,
    head: box.ledger_head || startOf(box),
    // The end commits to the totals, which are few enough to be guessed from it.
    totals,
    isEnded: totals !== null,
  });
}

/** @param ledger `isEnded`: whether it has an end, if the survey is closed */
function toHeader(
  box: LedgerBox,
  { key, rows, head, totals, isEnded }: Pick<LedgerPage, "key" | "rows" | "head" | "totals"> & { isEnded: boolean },
): LedgerHeader {
  const { survey_id: surveyId, participants, closed_at } = box;
  const asks = asksOfBox(box);
  const closed = closed_at === null || !isEnded ? null : ledgerDay(closed_at);
  const closing = closed === null ? null : closingOf(box);
  const start = asks && startOf(box);
  const end = closed === null ? null : sha256(ledgerEndLine(head, start, { closed, participants, totals, closing }));
  const numbers = { key, rows, participants, totals, head, closed, end };
  return asks ? { format: 3, surveyId, asks, ...numbers, closing } : { format: 2, surveyId, ...numbers };
}

const closingOf = ({ closing }: Pick<LedgerBox, "closing">): Closing | null =>
  closing === null ? null : (JSON.parse(closing) as Closing);
