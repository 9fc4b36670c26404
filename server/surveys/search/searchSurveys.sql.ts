import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { indexedPart, trigramsOf } from "../../database/searchText.ts";
import { type Direction, entriesOf, REPORTED, type SurveyFilter, type SurveyOrder } from "../surveyOrder.sql.ts";
import { publicOnly, scheduledOnly } from "../visible.sql.ts";

/** So few surveys are looked through one by one, whatever the text: some milliseconds. */
const FEW = 2000;

/** So many of the newest surveys show how common a text is. */
const SAMPLE = 400;

/**
 * A text that more of the sample hold is met soon on any way through the list. PostgreSQL gathers what its index finds before
 * it can sort it, SQLite's begins with the newest; so PostgreSQL looks through earlier.
 */
const COMMON = { sqlite: 10, postgres: 3 };

/** Where more of the sample hold all the trigrams, the index would find too many that don't hold the text itself. */
const TOO_MANY_CANDIDATES = 8;

/** Matches are counted up to here. */
export const COUNT_MAX = 50;

/** Matches that are sorted by something else than age: the newest so many. */
const SORTED_MAX = 500;

/** Surveys that the index finds, at most: more are not compared with the filter. */
export const FOUND_MAX = 5000;

/** Surveys that one page looks through for a common text; the next page goes on from there. */
export const LOOKED_MAX = 3000;

/**
 * How a list is searched, so that its cost has a bound whatever the text:
 * - `all`: every survey of the list, which has few.
 * - `looking`: in the list's order, `LOOKED_MAX` at a time. Pages can be short, but nothing is left out.
 * - `found`: what the index found, all of them or, where `isCut`, the newest `ids.length` (by age: the first in its order).
 */
export type SurveySearch = { way: "all" | "looking" } | { way: "found"; ids: string[]; total: number; isCut: boolean };

/** What is searched for, and in which order it is shown. */
export interface Sought extends SurveyFilter {
  /** As `soughtPart` makes it. */
  part: string;
  by: SurveyOrder;
  direction: Direction;
}

/** How a search among `stored` surveys is best made. */
export async function chooseSearchPlan(database: Database, sought: Sought, stored: number): Promise<SurveySearch> {
  const { part, by, direction } = sought;
  if (stored <= FEW) return { way: "all" };
  const { matches, candidates } = await sampleNewest(database, part);
  if (matches > COMMON[database.dialect.engine] || candidates > TOO_MANY_CANDIDATES) return { way: "looking" };
  const max = by === "newest" ? COUNT_MAX : SORTED_MAX;
  const ids = await findByAge(database, sought, by === "newest" ? direction : "desc", max + 1);
  if (ids === null) return { way: "looking" };
  const isCut = ids.length > max;
  return { way: "found", ids: ids.slice(0, max), total: Math.min(ids.length, COUNT_MAX), isCut };
}

/** How many of the newest surveys hold the text, and how many all the trigrams that the index is asked for. */
async function sampleNewest({ db, dialect }: Database, part: string) {
  const held = sql.ref("search_text");
  const grams = trigramsOf(indexedPart(part)).map((gram) => dialect.holds(held, gram));
  const newest = sql.raw(dialect.engine === "sqlite" ? "place" : "survey_id");
  const { rows } = await sql<{ matches: number; candidates: number }>`
    select count(case when ${dialect.holds(held, part)} then 1 end) as matches,
      count(case when ${sql.join(grams, sql` and `)} then 1 end) as candidates
    from (select search_text from survey_catalogue order by ${newest} desc limit ${SAMPLE}) as sampled`.execute(db);
  return { matches: Number(rows[0]?.matches), candidates: Number(rows[0]?.candidates) };
}

/**
 * Ids of matches, the newest first or the oldest.
 * @param after only those that come after this one
 * @returns null where the index finds too many to know: somebody's hidden drafts must not hide what is published
 */
export async function findByAge(
  { db, dialect }: Database,
  { part, ...filter }: SurveyFilter & { part: string },
  direction: Direction,
  max: number,
  after?: string,
): Promise<string[] | null> {
  const indexed = indexedPart(part);
  const held = indexed === part ? sql`` : sql`and ${dialect.holds(sql.ref("catalogue.search_text"), part)}`;
  const conditions = sql.join(filterOf(filter), sql` and `);
  const find = dialect.engine === "sqlite" ? findBySqlite : findByPostgres;
  const { ids, isExhausted } = await find(db, { indexed, held, conditions, direction, max, after });
  return isExhausted ? null : ids;
}

const beyond = (direction: Direction) => sql.raw(direction === "asc" ? ">" : "<");

type Find = (
  db: Database["db"],
  wanted: {
    indexed: string;
    /** Whether what the index finds holds the whole text. */
    held: RawBuilder<unknown>;
    conditions: RawBuilder<unknown>;
    direction: Direction;
    max: number;
    after: string | undefined;
  },
) => Promise<{
  ids: string[];
  /** The index finds more than `FOUND_MAX`, and there may be others that belong to `ids`. */
  isExhausted: boolean;
}>;

/** FTS5 finds in the order of its row numbers, which follow age, and stops at the limit. */
const findBySqlite: Find = async (db, { indexed, held, conditions, direction, max, after }) => {
  const rest = after
    ? sql`and survey_threes.rowid ${beyond(direction)} (select place from survey_catalogue where survey_id = ${after})`
    : sql``;
  // In quotes it is found as it stands: nothing in it means anything to FTS5.
  const found = sql`select rowid as place from survey_threes where survey_threes match ${`"${indexed}"`} ${rest}
    order by survey_threes.rowid ${sql.raw(direction)}`;
  const { rows } = await sql<{ id: string }>`
    select catalogue.survey_id as id
    from (${found} limit ${FOUND_MAX}) as found cross join survey_catalogue as catalogue on catalogue.place = found.place
    where ${conditions} ${held} limit ${max}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length >= max) return { ids, isExhausted: false };
  const last = await sql`select 1 from (${found} limit 1 offset ${FOUND_MAX - 1}) as last`.execute(db);
  return { ids, isExhausted: last.rows.length > 0 };
};

/** GIN finds in no order, so what was not fetched may be newer. Planned for all that match, of which it fetches a part. */
const findByPostgres: Find = async (db, { indexed, held, conditions, direction, max, after }) => {
  const rest = after ? sql`and survey_id ${beyond(direction)} ${after}` : sql``;
  const { rows } = await sql<{ ids: string[]; found: number }>`
    with matching as materialized (
      select survey_id, status, appears_at, category, attention from survey_catalogue as catalogue
      where search_text like ${`%${indexed}%`} ${held} ${rest}
    ), found as materialized (select * from matching limit ${FOUND_MAX})
    select (select count(*) from found) as found, array(
      select survey_id from found as catalogue where ${conditions}
      order by survey_id ${sql.raw(direction)} limit ${max}
    ) as ids`.execute(db);
  return { ids: rows[0]?.ids ?? [], isExhausted: Number(rows[0]?.found) >= FOUND_MAX };
};

function filterOf({ status, category, isReported, publicAt }: SurveyFilter): RawBuilder<unknown>[] {
  return [
    sql`1 = 1`,
    ...(publicAt === undefined ? [] : [publicOnly(publicAt, "catalogue")]),
    ...(status === undefined ? [] : [sql`catalogue.status = ${status}`]),
    ...(category === undefined ? [] : [sql`catalogue.category = ${category}`]),
    ...(isReported ? [sql`catalogue.attention = ${sql.lit(REPORTED)}`] : []),
  ];
}

/** How many surveys the filter leaves. */
export async function countStored(database: Database, filter: SurveyFilter): Promise<number> {
  const { status, category, isReported, publicAt } = filter;
  if (isReported) {
    // Few, and found by an index: the counts that are kept don't tell them apart.
    const { from, where } = entriesOf(database, filter, "attention", { direction: "desc" });
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(
      database.db,
    );
    return Number(rows[0]?.total);
  }
  let counts = database.db.selectFrom("survey_counts").select(({ fn }) => fn.sum<number | null>("surveys").as("total"));
  const kept = publicAt === undefined ? status : PUBLISHED;
  if (kept !== undefined) counts = counts.where("status", "=", kept);
  if (category !== undefined) counts = counts.where("category", "=", category);
  const { total } = await counts.executeTakeFirstOrThrow();
  return Number(total ?? 0) - (publicAt === undefined ? 0 : await countScheduled(database, publicAt, category));
}

/** The surveys that the counts have among the published, and that have not started yet. */
async function countScheduled({ db }: Database, now: number, category: string | undefined): Promise<number> {
  let scheduled = db
    .selectFrom("survey_catalogue")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where(scheduledOnly(now));
  if (category !== undefined) scheduled = scheduled.where("category", "=", category);
  const { total } = await scheduled.executeTakeFirstOrThrow();
  return Number(total);
}
