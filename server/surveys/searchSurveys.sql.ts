import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { threesOf } from "../database/search.ts";
import type { Place } from "../http/cursor.ts";

export type Order = "newest" | "votes" | "deadline" | "attention";

/** Which surveys: `undefined` for any, "" for a text with anything in it. */
export interface Filter {
  status: number | undefined;
  category: string | undefined;
  /** As `soughtPart` makes it. */
  part: string;
}

/**
 * How a list is read. `walk`: in the order of its index, asking each entry whether it matches. `hits`: what the index
 * of texts finds, then sorted. A word of every second survey is found at once by walking, one of a few never.
 * PostgreSQL's planner knows how common a text is and takes its own way; to it, all is `walk`.
 */
export type Way = "walk" | "hits";

/** Found surveys are counted up to here. */
export const COUNT_MAX = 1000;

/** So few are asked one after the other in a few milliseconds, whatever the text. */
const FEW = 2000;

/** The way for SQLite, which does not know how common a text is. */
export async function findWay(database: Database, filter: Filter, by: Order): Promise<Way> {
  if (filter.part === "" || database.dialect.engine === "postgres") return "walk";
  if ((await countStored(database, filter)) <= FEW) return "walk";
  // FTS5 finds the newest first by itself.
  if (by === "newest") return "hits";
  return (await countFound(database, filter, "hits")).isCut ? "walk" : "hits";
}

/** How many surveys the filter leaves; what is searched for is counted up to `COUNT_MAX`. */
export async function countFound(
  database: Database,
  filter: Filter,
  way: Way,
): Promise<{ total: number; isCut: boolean }> {
  if (filter.part === "") return { total: await countStored(database, filter), isCut: false };
  const { from, where } = entriesOf(database, filter, "newest", way);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${from} where ${where} limit ${COUNT_MAX + 1}) as found`.execute(
    database.db,
  );
  const total = Number(rows[0]?.total);
  return { total: Math.min(total, COUNT_MAX), isCut: total > COUNT_MAX };
}

async function countStored({ db }: Database, { status, category }: Filter): Promise<number> {
  let counts = db.selectFrom("survey_counts").select(({ fn }) => fn.sum<number | null>("surveys").as("total"));
  if (status !== undefined) counts = counts.where("status", "=", status);
  if (category !== undefined) counts = counts.where("category", "=", category);
  const { total } = await counts.executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

interface Entries {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** What is sorted by, before the id. */
  key: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Those beyond a place of the list. */
  after: (compare: RawBuilder<unknown>, place: Place) => RawBuilder<unknown>;
}

/** The parts of a statement that lists surveys: votes stand in `surveys`, all else in their catalogue. */
export function entriesOf({ dialect }: Database, filter: Filter, by: Order, way: Way): Entries {
  const table = by === "votes" ? "surveys" : "catalogue";
  const id = by === "votes" ? sql.ref("surveys.id") : sql.ref("catalogue.survey_id");
  const conditions = [
    ...(filter.status === undefined ? [] : [sql`${sql.ref(`${table}.status`)} = ${filter.status}`]),
    ...(filter.category === undefined ? [] : [sql`${sql.ref(`${table}.category`)} = ${filter.category}`]),
    ...(filter.part === "" ? [] : [dialect.holds(sql.ref("catalogue.search_text"), filter.part)]),
    ...(way === "walk" ? [] : [sql`survey_threes match ${threesOf(filter.part)}`]),
  ];
  return {
    from: fromOf(by, way, filter.part !== ""),
    id,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`,
    ...orderOf(by, way, id),
  };
}

function fromOf(by: Order, way: Way, isSearch: boolean): RawBuilder<unknown> {
  const catalogue = sql`survey_catalogue as catalogue`;
  if (way === "hits") {
    const found = sql`survey_threes cross join ${catalogue} on catalogue.place = survey_threes.rowid`;
    return by === "votes" ? sql`${found} cross join surveys on surveys.id = catalogue.survey_id` : found;
  }
  if (by !== "votes") return catalogue;
  return isSearch ? sql`surveys join ${catalogue} on catalogue.survey_id = surveys.id` : sql`surveys`;
}

const sortColumns = { votes: "surveys.total_votes", deadline: "catalogue.deadline", attention: "catalogue.attention" };

function orderOf(by: Order, way: Way, id: RawBuilder<unknown>): Pick<Entries, "key" | "after"> {
  if (by !== "newest") {
    const key = sql.ref(sortColumns[by]);
    return { key, after: (compare, place) => sql`(${key}, ${id}) ${compare} (${place[0]}, ${place[1]})` };
  }
  if (way === "walk") return { key: id, after: (compare, place) => sql`${id} ${compare} ${place[1]}` };
  const seen = (surveyId: string) => sql`(select place from survey_catalogue where survey_id = ${surveyId})`;
  return {
    key: sql.ref("survey_threes.rowid"),
    after: (compare, place) => sql`survey_threes.rowid ${compare} ${seen(place[1])}`,
  };
}
