import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Cursor } from "../http/cursor.ts";
import { publicOnly } from "./visible.sql.ts";

export type SurveyOrder = "newest" | "votes" | "deadline" | "attention";
export type Direction = "asc" | "desc";

/** What the catalogue has as `attention` of a survey with open reports. */
export const REPORTED = 2;

/** Which surveys: `undefined` for any. */
export interface SurveyFilter {
  /** Only surveys with this stored status. */
  status?: number | undefined;
  /** Only surveys that everybody may see at this instant. */
  publicAt?: number | undefined;
  category: string | undefined;
  /** Whether only those with open reports; not together with the order by votes. */
  isReported?: boolean;
}

/** A range of an order, read from one end. A list is one of them, or two after each other. */
export interface IndexRange {
  direction: Direction;
  /** Only what comes after this place. */
  after?: Cursor;
  /** Only deadlines beyond an instant, or up to it. */
  deadline?: { is: ">" | "<="; at: number };
}

/** Whether a list shows what runs before what has ended. */
export function isRunningFirst({ by, direction }: { by: SurveyOrder; direction: Direction }): boolean {
  return by === "deadline" && direction === "asc";
}

/**
 * The stretches of a list that has been read up to `place`. By deadline, ascending: what runs, the soonest end first, then
 * what has ended, the latest end first. What runs is decided once, at `now` of the first page, which its cursors keep.
 */
export function indexRangesOf(by: SurveyOrder, direction: Direction, place: Cursor | null, now: number): IndexRange[] {
  const rest = place ? { after: place } : {};
  if (!isRunningFirst({ by, direction })) return [{ direction, ...rest }];
  const running = { direction: "asc", deadline: { is: ">", at: now } } as const;
  const ended = { direction: "desc", deadline: { is: "<=", at: now } } as const;
  return place && place[0] <= now ? [{ ...ended, ...rest }] : [{ ...running, ...rest }, ended];
}

/** The parts of a statement that lists surveys. */
interface Entries {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** What is sorted by, before the id. */
  key: RawBuilder<unknown>;
  /** The text that is searched. */
  text: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  orderBy: RawBuilder<unknown>;
}

const sortColumns = { votes: "total_votes", deadline: "deadline", attention: "attention" };

/**
 * Votes stand in `surveys`, all else in their catalogue; each order has an index that begins with the filter.
 * @param among only these ids, which the filter left: a few hundred, looked up one by one
 */
export function entriesOf(
  { dialect }: Database,
  filter: SurveyFilter,
  by: SurveyOrder,
  { direction, after, deadline }: IndexRange,
  among?: readonly string[],
): Entries {
  const table = by === "votes" ? "surveys" : "survey_catalogue";
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const id = column(by === "votes" ? "id" : "survey_id");
  const key = by === "newest" ? id : column(sortColumns[by]);
  const compare = sql.raw(direction === "asc" ? ">" : "<");
  const towards = sql.raw(direction);
  // By the plus SQLite leaves the order's index alone, which it would read from end to end for each of the ids.
  const compared = among ? sql`+${key}` : key;
  const filters = [
    ...(filter.publicAt === undefined ? [] : [publicOnly(filter.publicAt, table)]),
    ...(filter.status === undefined ? [] : [sql`${column("status")} = ${filter.status}`]),
    ...(filter.isReported ? [sql`${column("attention")} = ${sql.lit(REPORTED)}`] : []),
    ...(filter.category === undefined ? [] : [sql`${column("category")} = ${filter.category}`]),
  ];
  const conditions = [
    ...(among ? [sql`${id} = r.id`] : filters),
    ...(deadline ? [sql`${compared} ${sql.raw(deadline.is)} ${deadline.at}`] : []),
    ...(after && by === "newest" ? [sql`${id} ${compare} ${after[1]}`] : []),
    ...(after && by !== "newest" ? [sql`(${compared}, ${id}) ${compare} (${after[0]}, ${after[1]})`] : []),
  ];
  const rows = dialect.rows(among?.map((each) => ({ id: each })) ?? [], { id: "text" });
  return {
    // "cross": SQLite keeps to this order of the tables.
    from: among ? sql`${rows} cross join ${sql.ref(table)}` : sql.ref(table),
    id,
    key,
    text: column("search_text"),
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`,
    orderBy: by === "newest" ? sql`${id} ${towards}` : sql`${key} ${towards}, ${id} ${towards}`,
  };
}
