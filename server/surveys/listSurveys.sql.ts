import { type AllQuery, type ListingQuery, type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { soughtPart } from "../database/searchText.ts";
import type { Caller } from "../http/caller.ts";
import { decodeCursor } from "../http/cursor.ts";
import type { Page } from "../http/serve.ts";
import { entriesOf, type Filter, lookAhead, type Order, REPORTED } from "./searchSurveys.sql.ts";
import { type SurveyFields, surveyFields, toSurvey } from "./surveys.sql.ts";

/** Later than any deadline: where surveys that never end stand when sorted by deadline. */
const NEVER = 9_007_199_254_740_991;

interface Listing extends Omit<Filter, "part"> {
  q: string;
  by: Order;
  direction: "asc" | "desc";
  limit: number;
  cursor: string | undefined;
}

/** What each order sorts by, before the id, of a row, and at most. */
const keys: Record<Order, { of: (row: SurveyFields) => number; max: number }> = {
  newest: { of: () => 0, max: 0 },
  votes: { of: (row) => row.totalVotes, max: Number.MAX_SAFE_INTEGER },
  deadline: { of: (row) => row.ends_at ?? NEVER, max: NEVER },
  attention: { of: (row) => (row.openReports > 0 ? REPORTED : row.status === WAITING ? 1 : 0), max: REPORTED },
};

/** The public listing. Without `by` and `sort` newest first; `sort` alone sorts by votes (product §2). */
export function listPublished(
  database: Database,
  { category, q, by, sort, limit, cursor }: ListingQuery,
  viewer: Caller | null,
): Promise<Page<Survey>> {
  const order = by ?? (sort ? "votes" : "newest");
  const listing: Listing = {
    publicAt: Date.now(),
    category: category === "none" || category === "" ? undefined : category,
    q,
    by: order,
    direction: sort || (order === "deadline" ? "asc" : "desc"),
    limit,
    cursor,
  };
  return pageOf(database, listing, viewer);
}

/**
 * For admins every survey: the reported first, then those that wait for publication, each group newest first, filtered
 * by `status` and `reported`. For everybody else the public ones, newest first.
 */
export function listAll(
  database: Database,
  { status, reported, q, limit, cursor }: AllQuery,
  viewer: Caller | null,
): Promise<Page<Survey>> {
  const page = { category: undefined, q, direction: "desc", limit, cursor } as const;
  const listing: Listing =
    viewer?.storedRole === "admin"
      ? { ...page, status, isReported: reported !== undefined, by: "attention" }
      : { ...page, publicAt: Date.now(), by: "newest" };
  return pageOf(database, listing, viewer);
}

/** The published surveys at the head of a list, without paging. */
export async function topSurveys(
  database: Database,
  by: "newest" | "votes",
  limit: number,
  viewer: Caller | null,
): Promise<Survey[]> {
  const filter = { publicAt: Date.now(), category: undefined, part: "" };
  const { from, id, key, where, order } = entriesOf(database, filter, by, "walk");
  const entries = sql`select ${id} as id, ${key} as place from ${from} where ${where} order by ${order(sql.raw("desc"))}
    limit ${limit}`;
  const rows = await selectEntries(database, entries, "desc").execute();
  return rows.map((row) => toSurvey(row, viewer));
}

/** Newest first. */
export async function listOwnSurveys(
  database: Database,
  { email, limit, cursor }: { email: string; limit: number; cursor?: string | undefined },
  viewer: Caller,
): Promise<Page<Survey>> {
  const own = sql`owner_id = (select id from users where email = ${email})`;
  const { rows } = await sql<{ total: number }>`select count(*) as total from surveys where ${own}`.execute(
    database.db,
  );
  const after = decodeCursor(cursor, keys.newest.max);
  const entries = sql`select id, id as place from surveys where ${own} ${after ? sql`and id < ${after[1]}` : sql``}
    order by id desc limit ${limit + 1}`;
  const found = await selectEntries(database, entries, "desc").execute();
  return { ...paged(found, "newest", limit, viewer), total: Number(rows[0]?.total) };
}

async function pageOf(database: Database, listing: Listing, viewer: Caller | null): Promise<Page<Survey>> {
  const { q, by, direction, limit, cursor } = listing;
  const filter: Filter = { ...listing, part: soughtPart(q) };
  const place = decodeCursor(cursor, keys[by].max);
  const { way, ...count } = await lookAhead(database, filter, by);
  if (count.total === 0) return { rows: [], next: null, ...count };
  const { from, id, key, where, order, after } = entriesOf(database, filter, by, way);
  const rest = place ? sql`and ${after(sql.raw(direction === "asc" ? ">" : "<"), place)}` : sql``;
  const entries = sql`select ${id} as id, ${key} as place from ${from} where ${where} ${rest}
    order by ${order(sql.raw(direction))} limit ${limit + 1}`;
  const rows = await selectEntries(database, entries, direction).execute();
  return { ...paged(rows, by, limit, viewer), ...count };
}

/** The surveys of a page that was found, in its order: only these are fetched whole, with their owners. */
function selectEntries({ db }: Database, entries: RawBuilder<unknown>, direction: "asc" | "desc") {
  return db
    .selectFrom(sql<{ id: string; place: unknown }>`(${entries})`.as("entry"))
    .innerJoin("surveys", "surveys.id", "entry.id")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(surveyFields)
    .orderBy("entry.place", direction)
    .orderBy("entry.id", direction);
}

function paged(rows: SurveyFields[], by: Order, limit: number, viewer: Caller | null) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toSurvey(row, viewer)),
    next: rows.length > limit && last ? ([keys[by].of(last), last._id] as const) : null,
  };
}
