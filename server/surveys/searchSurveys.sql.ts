import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Place } from "../http/cursor.ts";
import { publicOnly, scheduledOnly } from "./visible.sql.ts";

export type Order = "newest" | "votes" | "deadline" | "attention";

/** What the catalogue has as `attention` of a survey with open reports. */
export const REPORTED = 2;

/** Which surveys: `undefined` for any, "" for a text with anything in it. */
export interface Filter {
  /** Only surveys with this stored status. */
  status?: number | undefined;
  /** Only surveys that everybody may see at this instant. */
  publicAt?: number | undefined;
  category: string | undefined;
  /** Whether only those with open reports; not together with the order by votes. */
  isReported?: boolean;
  /** As `soughtPart` makes it. */
  part: string;
}

/**
 * How a list is read. `walk`: in the order of its index, asking each entry whether it matches. `hits`: what the index
 * of texts finds, then sorted. A word of every second survey is found at once by walking, one of a few never.
 * PostgreSQL's planner knows how common a text is and takes its own way; to it, all is `walk`.
 */
export type Way = "walk" | "hits";

/** Found surveys are counted up to here: counting on would take longer than finding a page. */
const COUNT_MAX = 50;

/** So few are asked one after the other in a few milliseconds, whatever the text. */
const FEW = 2000;

/** A text is common when the newest so many surveys hold more than `COUNT_MAX` with it. */
const NEWEST = 5000;

/** So many at most are sorted after they were found. */
const SORTED_MAX = 3000;

interface Outlook {
  way: Way;
  /** How many surveys there are, `isCut` when there are more. */
  total: number;
  isCut: boolean;
}

/** How a list is best read, and how many surveys it has. */
export async function lookAhead(database: Database, filter: Filter, by: Order): Promise<Outlook> {
  const stored = await countStored(database, filter);
  if (filter.part === "") return { way: "walk", total: stored, isCut: false };
  const isEasy = database.dialect.engine === "postgres" || stored <= FEW;
  const counted = await countFound(database, filter, isEasy ? "walk" : "hits", COUNT_MAX);
  const found = { total: Math.min(counted, COUNT_MAX), isCut: counted > COUNT_MAX };
  if (isEasy) return { way: "walk", ...found };
  // FTS5 finds the newest first by itself; another order takes all it finds, or none.
  const mayTakeAll =
    by === "newest" ||
    !found.isCut ||
    (!(await isCommon(database, filter)) && (await countFound(database, filter, "hits", SORTED_MAX)) <= SORTED_MAX);
  return { way: mayTakeAll ? "hits" : "walk", ...found };
}

/** @returns how many a search finds; one more than `max` where it is more */
async function countFound(database: Database, filter: Filter, way: Way, max: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${newestFound(database, filter, way, max + 1)}) as found`.execute(database.db);
  return Number(rows[0]?.total);
}

async function isCommon(database: Database, filter: Filter): Promise<boolean> {
  const { rows } = await sql<{ newer: number }>`
    select count(*) as newer from (
      select 1 from survey_catalogue
      where place >= (select min(place) from (${newestFound(database, filter, "hits", COUNT_MAX + 1)}))
      limit ${NEWEST}
    )`.execute(database.db);
  return Number(rows[0]?.newer) < NEWEST;
}

function newestFound(database: Database, filter: Filter, way: Way, limit: number): RawBuilder<unknown> {
  const { from, where, key, order } = entriesOf(database, filter, "newest", way);
  return sql`select ${key} as place from ${from} where ${where} order by ${order(sql.raw("desc"))} limit ${limit}`;
}

async function countStored(database: Database, filter: Filter): Promise<number> {
  const { status, category, isReported, publicAt } = filter;
  if (isReported) {
    // Few, and found by an index: the counts that are kept don't tell them apart.
    const { from, where } = entriesOf(database, { ...filter, part: "" }, "attention", "walk");
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

interface Entries {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** What is sorted by; `order` says whether by the id too. */
  key: RawBuilder<unknown>;
  order: (direction: RawBuilder<unknown>) => RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Those beyond a place of the list. */
  after: (compare: RawBuilder<unknown>, place: Place) => RawBuilder<unknown>;
}

/** The parts of a statement that lists surveys: votes stand in `surveys`, all else in their catalogue. */
export function entriesOf({ dialect }: Database, filter: Filter, by: Order, way: Way): Entries {
  // What FTS5 finds is filtered before its survey is fetched: SQLite might go through all surveys of a status for each.
  const table = by === "votes" && way === "walk" ? "surveys" : "catalogue";
  // PostgreSQL may find the text by the catalogue's index; SQLite, that walks, has it at hand in the survey itself.
  const textTable = dialect.engine === "postgres" ? "catalogue" : table;
  const id = sql.ref(table === "surveys" ? "surveys.id" : "catalogue.survey_id");
  const conditions = [
    ...(filter.publicAt === undefined ? [] : [publicOnly(filter.publicAt, table)]),
    ...(filter.status === undefined ? [] : [sql`${sql.ref(`${table}.status`)} = ${filter.status}`]),
    ...(filter.isReported ? [sql`catalogue.attention = ${sql.lit(REPORTED)}`] : []),
    ...(filter.category === undefined ? [] : [sql`${sql.ref(`${table}.category`)} = ${filter.category}`]),
    ...(filter.part === "" || way === "hits" ? [] : [dialect.holds(sql.ref(`${textTable}.search_text`), filter.part)]),
    // In quotes it is found as it stands, nothing in it means anything.
    ...(way === "hits" ? [sql`survey_threes match ${`"${filter.part}"`}`] : []),
  ];
  return {
    from: fromOf(by, way, filter.part !== "" && textTable === "catalogue"),
    id,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`,
    ...orderOf(by, way, id),
  };
}

function fromOf(by: Order, way: Way, needsText: boolean): RawBuilder<unknown> {
  const catalogue = sql`survey_catalogue as catalogue`;
  if (way === "hits") {
    const found = sql`survey_threes cross join ${catalogue} on catalogue.place = survey_threes.rowid`;
    return by === "votes" ? sql`${found} cross join surveys on surveys.id = catalogue.survey_id` : found;
  }
  if (by !== "votes") return catalogue;
  return needsText ? sql`surveys join ${catalogue} on catalogue.survey_id = surveys.id` : sql`surveys`;
}

const sortColumns = { votes: "surveys.total_votes", deadline: "catalogue.deadline", attention: "catalogue.attention" };

function orderOf(by: Order, way: Way, id: RawBuilder<unknown>): Pick<Entries, "key" | "order" | "after"> {
  if (by !== "newest") {
    const key = sql.ref(sortColumns[by]);
    return {
      key,
      order: (direction) => sql`${key} ${direction}, ${id} ${direction}`,
      after: (compare, place) => sql`(${key}, ${id}) ${compare} (${place[0]}, ${place[1]})`,
    };
  }
  // A second column to sort by would have SQLite sort all that FTS5 finds.
  const key = way === "walk" ? id : sql.ref("survey_threes.rowid");
  const seen = (surveyId: string) =>
    way === "walk" ? sql`${surveyId}` : sql`(select place from survey_catalogue where survey_id = ${surveyId})`;
  return {
    key,
    order: (direction) => sql`${key} ${direction}`,
    after: (compare, place) => sql`${key} ${compare} ${seen(place[1])}`,
  };
}
