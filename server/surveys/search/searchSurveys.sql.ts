import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import { scheduledOnly } from "../../ballots/visible.sql.ts";
import { countMatching } from "../../database/countMatching.ts";
import type { Database } from "../../database/database.ts";
import { encodeFormerTerm, encodeSearchTerm, indexedTerm, trigramsOf } from "../../database/searchText.ts";
import {
  type Direction,
  entriesOf,
  filterConditions,
  inVotingState,
  isInLanguages,
  type SurveyFilter,
  type SurveyOrder,
} from "../surveyOrder.sql.ts";

/** Lists with at most this many surveys are scanned completely for any text or voting state: some milliseconds. */
export const SCAN_ALL_MAX = 2000;

/** The number of newest surveys that show how common a text is. */
const SAMPLE_SIZE = 400;

/**
 * If more of the sample contain the text, a scan finds matches soon in any order. PostgreSQL must collect all index
 * matches before it can sort them, while SQLite's index returns the newest first, so PostgreSQL scans earlier.
 */
const COMMON = { sqlite: 10, postgres: 3 };

/**
 * If more of the sample contain all trigrams, the index would find too many surveys that don't contain the text itself.
 */
const TOO_MANY_CANDIDATES = 8;

/** Matches are counted up to here. */
export const COUNT_MAX = 50;

/** The number of newest matches that are sorted by another key than age. */
export const SORTED_MAX = 500;

/** Index matches that are compared with the filter, at most. */
export const FOUND_MAX = 5000;

/** Surveys that one page scans for a common text; the next page continues from there. */
export const SCANNED_MAX = 3000;

/**
 * How a list is searched. The cost is bounded for every text:
 * - `all`: compares every survey of a list with few surveys.
 * - `indexScan`: scans in the list's order, `SCANNED_MAX` surveys for each page. Pages can be short, but no match is
 *   missed.
 * - `textIndex`: the index matches; if `isTruncated`, only the newest `ids.length` (sorted by age: the first in this
 *   order).
 */
export type SurveySearch =
  | { plan: "all" | "indexScan" }
  | { plan: "textIndex"; ids: string[]; total: number; isTruncated: boolean };

/** The search term in the forms of encoded texts. */
export interface SearchTerm {
  /** The search term, encoded by `encodeSearchTerm`; empty for none. */
  term: string;
  /**
   * The same as version 1.0 encoded it; null if it is the same, or if no survey's text is left that 1.0 has encoded.
   */
  formerTerm: string | null;
}

/** Encodes a search for `q`. Texts of version 1.0 that aren't folded yet are found by the letters that they contain. */
export async function readSearchTerm(database: Database, q: string): Promise<SearchTerm> {
  const [term, formerTerm] = [encodeSearchTerm(q), encodeFormerTerm(q)];
  if (formerTerm === term) return { term, formerTerm: null };
  return { term, formerTerm: (await hasFormerTexts(database)) ? formerTerm : null };
}

/** Whether texts of version 1.0 wait to be folded (ops/foldedTexts.sql.ts). */
export async function hasFormerTexts({ db, dialect }: Database): Promise<boolean> {
  const waiting = db.selectFrom("survey_listings").select("survey_id").where(dialect.isFormerSearchText).limit(1);
  return (await waiting.executeTakeFirst()) !== undefined;
}

/** SQL: an encoded text contains the term, in either form. */
export function containsTerm(
  { dialect }: Pick<Database, "dialect">,
  column: RawBuilder<unknown>,
  { term, formerTerm }: SearchTerm,
): RawBuilder<boolean> {
  if (formerTerm === null) return dialect.contains(column, term);
  return sql<boolean>`(${dialect.contains(column, term)} or ${dialect.contains(column, formerTerm)})`;
}

/** The text to search for, the filter and the order of the list. */
export interface SearchQuery extends SurveyFilter, SearchTerm {
  by: SurveyOrder;
  direction: Direction;
}

/** Chooses the cheapest plan for a search among `stored` surveys. */
export async function chooseSearchPlan(database: Database, query: SearchQuery, stored: number): Promise<SurveySearch> {
  const { term, formerTerm, by, direction } = query;
  if (stored <= SCAN_ALL_MAX) return { plan: "all" };
  // The index can only search for one term.
  if (formerTerm !== null) return { plan: "indexScan" };
  const { matches, candidates } = await sampleNewest(database, term);
  if (matches > COMMON[database.dialect.engine] || candidates > TOO_MANY_CANDIDATES) return { plan: "indexScan" };
  const max = by === "newest" ? COUNT_MAX : SORTED_MAX;
  const ids = await findByAge(database, query, by === "newest" ? direction : "desc", max + 1);
  if (ids === null) return { plan: "indexScan" };
  const isTruncated = ids.length > max;
  return { plan: "textIndex", ids: ids.slice(0, max), total: Math.min(ids.length, COUNT_MAX), isTruncated };
}

/** Counts how many of the newest surveys contain the text, and how many contain all trigrams of the index query. */
async function sampleNewest({ db, dialect }: Database, term: string) {
  const searchText = sql.ref("search_text");
  const grams = trigramsOf(indexedTerm(term)).map((gram) => dialect.contains(searchText, gram));
  const newest = sql.raw(dialect.engine === "sqlite" ? "row_number" : "survey_id");
  const { rows } = await sql<{ matches: number; candidates: number }>`
    select count(case when ${dialect.contains(searchText, term)} then 1 end) as matches,
      count(case when ${sql.join(grams, sql` and `)} then 1 end) as candidates
    from (select search_text from survey_listings order by ${newest} desc limit ${SAMPLE_SIZE}) as sampled`.execute(db);
  return { matches: Number(rows[0]?.matches), candidates: Number(rows[0]?.candidates) };
}

/**
 * Finds the ids of matches, newest or oldest first.
 * @param after only ids that come after this one
 * @returns null if the index finds too many to be complete: a user's many hidden drafts must not hide published surveys
 */
export async function findByAge(
  { db, dialect }: Database,
  { term, ...filter }: SurveyFilter & { term: string },
  direction: Direction,
  max: number,
  after?: string,
): Promise<string[] | null> {
  const indexed = indexedTerm(term);
  const held = indexed === term ? sql`` : sql`and ${dialect.contains(sql.ref("listing.search_text"), term)}`;
  const [table, id] = ["listing", sql.ref("listing.survey_id")];
  const { votingState, languages } = filter;
  const filters = [
    sql`1 = 1`,
    ...filterConditions({ dialect }, filter, { table, id }),
    ...(votingState ? [inVotingState({ dialect }, votingState, { id, deadline: sql.ref("listing.deadline") })] : []),
    ...(languages ? [isInLanguages(languages, id)] : []),
  ];
  const conditions = sql.join(filters, sql` and `);
  const find = dialect.engine === "sqlite" ? findBySqlite : findByPostgres;
  const { ids, isExhausted } = await find(db, { indexed, held, conditions, direction, max, after });
  return isExhausted ? null : ids;
}

const beyond = (direction: Direction) => sql.raw(direction === "asc" ? ">" : "<");

type Find = (
  db: Database["db"],
  wanted: {
    indexed: string;
    /** SQL: the index match contains the whole text; empty if the index has compared all of it. */
    held: RawBuilder<unknown>;
    conditions: RawBuilder<unknown>;
    direction: Direction;
    max: number;
    after: string | undefined;
  },
) => Promise<{
  ids: string[];
  /** The index finds more than `FOUND_MAX`, so matches may be missing in `ids`. */
  isExhausted: boolean;
}>;

/** FTS5 returns matches in the order of row numbers, which follow age, and stops at the limit. */
const findBySqlite: Find = async (db, { indexed, held, conditions, direction, max, after }) => {
  // From the next survey on, because the one of the cursor may have been deleted.
  const next = sql`(select row_number from survey_listings where survey_id ${beyond(direction)} ${after}
    order by survey_id ${sql.raw(direction)} limit 1)`;
  const rest = after ? sql`and survey_trigrams.rowid ${sql.raw(direction === "asc" ? ">=" : "<=")} ${next}` : sql``;
  // Within quotes FTS5 interprets no operators.
  const found = sql`select rowid as row_number from survey_trigrams where survey_trigrams match ${`"${indexed}"`} ${rest}
    order by survey_trigrams.rowid ${sql.raw(direction)}`;
  const { rows } = await sql<{ id: string }>`
    select listing.survey_id as id
    from (${found} limit ${FOUND_MAX}) as found cross join survey_listings as listing on listing.row_number = found.row_number
    where ${conditions} ${held} limit ${max}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length >= max) return { ids, isExhausted: false };
  const last = await sql`select 1 from (${found} limit 1 offset ${FOUND_MAX - 1}) as last`.execute(db);
  return { ids, isExhausted: last.rows.length > 0 };
};

/** GIN returns matches in no order, so the ones beyond `FOUND_MAX` may be newer: then the result is exhausted. */
const findByPostgres: Find = async (db, { indexed, held, conditions, direction, max, after }) => {
  const rest = after ? sql`and survey_id ${beyond(direction)} ${after}` : sql``;
  const { rows } = await sql<{ ids: string[]; found: number }>`
    with matching as materialized (
      select survey_id, status, appears_at, listed, category, attention, deadline from survey_listings as listing
      where search_text like ${`%${indexed}%`} ${held} ${rest}
    ), found as materialized (select * from matching limit ${FOUND_MAX})
    select (select count(*) from found) as found, array(
      select survey_id from found as listing where ${conditions}
      order by survey_id ${sql.raw(direction)} limit ${max}
    ) as ids`.execute(db);
  return { ids: rows[0]?.ids ?? [], isExhausted: Number(rows[0]?.found) >= FOUND_MAX };
};

/** The status under which `survey_counts` has published surveys that are not in public lists. */
const UNLISTED = 4;

/** Counts the surveys that match the filter. */
export async function countFiltered(database: Database, filter: SurveyFilter): Promise<number> {
  const { status, category, isReported, publicAt } = filter;
  if (isReported) {
    // Reported surveys are few and have an index; the stored counts don't include them.
    const { from, where } = entriesOf(database, filter, "attention", { direction: "desc" });
    return countMatching(database.db.selectFrom(sql`(select 1 from ${from} where ${where})`.as("reported")));
  }
  let counts = database.db.selectFrom("survey_counts").select(({ fn }) => fn.sum<number | null>("surveys").as("total"));
  // Published surveys that are not in public lists are counted separately.
  if (publicAt !== undefined) counts = counts.where("status", "=", PUBLISHED);
  else if (status !== undefined)
    counts = counts.where("status", "in", [status, ...(status === PUBLISHED ? [UNLISTED] : [])]);
  if (category !== undefined) counts = counts.where("category", "=", category);
  const { total } = await counts.executeTakeFirstOrThrow();
  return Number(total ?? 0) - (publicAt === undefined ? 0 : await countScheduled(database, publicAt, category));
}

/** Counts the scheduled surveys that have not started yet; the stored counts include them in the published ones. */
async function countScheduled({ db }: Database, now: number, category: string | undefined): Promise<number> {
  const scheduled = db.selectFrom("survey_listings").where(scheduledOnly(now));
  return countMatching(category === undefined ? scheduled : scheduled.where("category", "=", category));
}
