import type { AllSurveysQuery, ListingQuery, Survey } from "@survey-app/contract/surveys/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import { publicationOf } from "../ballots/publication.sql.ts";
import { type Counted, countUpTo } from "../database/countMatching.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { type Cursor, type PagedRows, toPage } from "../database/pagination.ts";
import { idOfShownAddress } from "../database/userAddress.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { findOpenInvitations } from "../invitations/openInvitations.sql.ts";
import {
  COUNT_MAX,
  chooseSearchPlan,
  containsTerm,
  countFiltered,
  findByAge,
  readSearchTerm,
  SCAN_ALL_MAX,
  SCANNED_MAX,
  type SearchQuery,
  SORTED_MAX,
  type SurveySearch,
} from "./search/searchSurveys.sql.ts";
import {
  type Direction,
  entriesOf,
  indexRangesOf,
  inVotingState,
  isInLanguages,
  isOpenFirst,
  NEVER,
  type OpenVoter,
  REPORTED,
  type SurveyFilter,
  type SurveyOrder,
  type VotingState,
} from "./surveyOrder.sql.ts";
import { readSurveys, type SurveyFields, toSurvey } from "./surveys.sql.ts";
import { countInVotingState, listIdsInVotingState } from "./votingState.sql.ts";

interface Listing extends SurveyFilter {
  q: string;
  by: SurveyOrder;
  direction: Direction;
  limit: number;
  cursor: string | undefined;
}

/** The deadline by which a survey is listed; for one that was closed early, the instant of its close. */
const deadlineOf = ({ closedBy, closed_at, ends_at }: SurveyFields) =>
  (closedBy === "deadline" ? null : closed_at) ?? ends_at ?? NEVER;

/** Each order's sort key (before the id), and the key's maximum. */
const keys: Record<SurveyOrder, { of: (row: SurveyFields) => number; max: number }> = {
  newest: { of: () => 0, max: 0 },
  votes: { of: (row) => row.listed_votes, max: Number.MAX_SAFE_INTEGER },
  deadline: { of: deadlineOf, max: NEVER },
  attention: {
    of: (row) => (row.openReports > 0 ? REPORTED : Number(publicationOf(row, Date.now()) === "waiting")),
    max: REPORTED,
  },
};

/** The public listing. Without `by` and `sort` newest first; `sort` alone sorts by votes (specification §7.3). */
export async function listPublished(
  database: Database,
  { category, q, languages, by, sort, state, limit, cursor }: ListingQuery,
  viewer: CurrentUser | null,
): Promise<PagedRows<Survey>> {
  const order = by ?? (sort ? "votes" : "newest");
  const now = Date.now();
  const notVotedBy = state === "unvoted" && viewer !== null ? await findOpenVoter(database, viewer.userId) : undefined;
  const listing: Listing = {
    publicAt: now,
    votingState: state && { isOpen: state !== "ended", at: now, notVotedBy },
    category: category === "none" || category === "" ? undefined : category,
    q,
    languages,
    by: order,
    direction: sort || (order === "deadline" ? "asc" : "desc"),
    limit,
    cursor,
  };
  return pageOf(database, listing, viewer);
}

/** A user with the surveys that only invited people can vote on. */
export async function findOpenVoter(database: Database, userId: string): Promise<OpenVoter> {
  return { userId, invitedTo: await findOpenInvitations(database, userId) };
}

/**
 * For admins all surveys: the reported first, then those that wait for publication, each group newest first, filtered
 * by `status` and `reported`. For all others the public surveys, newest first.
 */
export function listAll(
  database: Database,
  { status, reported, q, limit, cursor }: AllSurveysQuery,
  viewer: CurrentUser | null,
): Promise<PagedRows<Survey>> {
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
  viewer: CurrentUser | null,
): Promise<Survey[]> {
  const filter = { publicAt: Date.now(), category: undefined };
  const { from, id, key, where, orderBy } = entriesOf(database, filter, by, { direction: "desc" });
  const entries = sql`select ${id} as id, ${key} as position from ${from} where ${where} order by ${orderBy} limit ${limit}`;
  const rows = await readSurveys(database, entries, "desc");
  return rows.map((row) => toSurvey(row, viewer));
}

/** Newest first. */
export async function listOwnSurveys(
  database: Database,
  { email, limit, cursor }: { email: string; limit: number; cursor?: string | undefined },
  viewer: CurrentUser,
): Promise<PagedRows<Survey>> {
  const own = sql<boolean>`owner_id = ${idOfShownAddress(email)}`;
  const counted = await countUpTo(database, database.db.selectFrom("surveys").where(own));
  const after = decodeCursor(cursor, keys.newest.max);
  const entries = sql`select id, id as position from surveys where ${own} ${after ? sql`and id < ${after[1]}` : sql``}
    order by id desc limit ${limit + 1}`;
  const found = await readSurveys(database, entries, "desc");
  const cursorOf = ({ _id }: SurveyFields): Cursor => [0, _id];
  return toPage(found, limit, { ...counted, cursorOf, show: (row) => toSurvey(row, viewer) });
}

async function pageOf(database: Database, listing: Listing, viewer: CurrentUser | null): Promise<PagedRows<Survey>> {
  const { q, by, cursor } = listing;
  const query: PageQuery = {
    ...listing,
    ...(await readSearchTerm(database, q)),
    after: decodeCursor(cursor, keys[by].max, isOpenFirst(listing)),
    now: Date.now(),
  };
  const stored = await countFiltered(database, listing);
  if (query.term === "" && query.votingState && !query.languages)
    return listInVotingState(database, query, query.votingState, stored, viewer);
  if (query.term === "" && !query.languages) {
    const rows = await readEntries(database, query);
    return { ...paged(rows, query, viewer), total: stored };
  }
  const search = query.term === "" ? planWithoutText(stored) : await chooseSearchPlan(database, query, stored);
  const among = await findCandidates(database, query, search);
  if (search.plan === "indexScan" || among === null) return scanForMatches(database, query, viewer);
  const rows = await readEntries(database, query, among);
  const { total, isMinimum } =
    search.plan === "textIndex" ? { ...search, isMinimum: search.isTruncated } : await countMatches(database, query);
  return { ...paged(rows, query, viewer), total, isMinimum };
}

/** The plan for a filter by language, which doesn't have an index: like that of a search for a frequent text. */
const planWithoutText = (stored: number): SurveySearch => ({ plan: stored <= SCAN_ALL_MAX ? "all" : "indexScan" });

/**
 * A page of the surveys in a voting state. In the order by deadline it is an index range. In other orders, a few
 * surveys are sorted exactly; with many, a page scans `SCANNED_MAX`, as a search does.
 */
async function listInVotingState(
  database: Database,
  query: PageQuery,
  votingState: VotingState,
  stored: number,
  viewer: CurrentUser | null,
): Promise<PagedRows<Survey>> {
  const { by } = query;
  const { inRange, ...counted } = await countInVotingState(database, query, votingState);
  const isRange = by === "deadline" && votingState.notVotedBy === undefined;
  const isExact = isRange || stored <= SCAN_ALL_MAX;
  if (!isExact && inRange > SORTED_MAX) return { ...(await scanForMatches(database, query, viewer)), ...counted };
  const among = isExact ? undefined : await listIdsInVotingState(database, query, votingState, SORTED_MAX);
  const rows = await readEntries(database, query, among);
  return { ...paged(rows, query, viewer), ...counted };
}

/**
 * The ids among which a page of a search is chosen; undefined for all, null if the index finds too many (`findByAge`).
 */
async function findCandidates(
  database: Database,
  { by, direction, limit, after, ...query }: PageQuery,
  search: SurveySearch,
) {
  if (search.plan !== "textIndex") return undefined;
  // Sorted by age, the index search can start after any cursor.
  if (search.isTruncated && by === "newest") return findByAge(database, query, direction, limit + 1, after?.[1]);
  return search.ids;
}

/** A page of a list, with its search term and cursor. */
interface PageQuery extends Listing, SearchQuery {
  after: Cursor | null;
  /** Milliseconds since 1970; in the order with open surveys first, surveys that have ended by then come last. */
  now: number;
}

/**
 * Reads the rows of a page, and one more if there is a next page.
 * @param among only these ids, which a search has found; without it the text is compared here
 */
async function readEntries(database: Database, query: PageQuery, among?: string[]): Promise<SurveyFields[]> {
  const { by, limit, after, now } = query;
  const rows: SurveyFields[] = [];
  for (const range of indexRangesOf(query, after, after?.[2] ?? now)) {
    if (rows.length > limit) break;
    const { from, id, key, where, orderBy, ...columns } = entriesOf(database, query, by, range, among);
    const conditions = matchConditions(database, among ? { ...query, term: "" } : query, { id, ...columns });
    const entries = sql`select ${id} as id, ${key} as position from ${from} where ${where} and ${conditions}
      order by ${orderBy} limit ${limit + 1 - rows.length}`;
    rows.push(...(await readSurveys(database, entries, range.direction)));
  }
  return rows;
}

/** SQL: the conditions of a list that its order's index does not cover, on its text and voting state. */
function matchConditions(
  { dialect }: Pick<Database, "dialect">,
  { term, formerTerm, votingState, languages }: PageQuery,
  columns: Record<"id" | "text" | "deadline", RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const conditions = [
    sql`1 = 1`,
    ...(term === "" ? [] : [containsTerm({ dialect }, columns.text, { term, formerTerm })]),
    ...(votingState ? [inVotingState({ dialect }, votingState, columns)] : []),
    ...(languages ? [isInLanguages(languages, columns.id)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** Counts the matches, up to `COUNT_MAX`, by comparing every survey: for lists with few surveys. */
function countMatches(database: Database, query: PageQuery): Promise<Counted> {
  const { from, where, ...columns } = entriesOf(database, query, query.by, { direction: "desc" });
  const conditions = matchConditions(database, query, columns);
  const found = sql`(select 1 from ${from} where ${where} and ${conditions})`;
  return countUpTo(database, database.db.selectFrom(found.as("found")), COUNT_MAX);
}

/** Scans `SCANNED_MAX` surveys in the list's order for matches; the next page begins after the last of them. */
async function scanForMatches(
  database: Database,
  query: PageQuery,
  viewer: CurrentUser | null,
): Promise<PagedRows<Survey>> {
  const { by, limit, after, now } = query;
  // The first page counts as well.
  const maximum = Math.max(limit, after ? 0 : COUNT_MAX) + 1;
  const ids: string[] = [];
  let last: Cursor | null = null;
  const scanned = { id: sql.ref("scanned.id"), text: sql.ref("scanned.text"), deadline: sql.ref("scanned.deadline") };
  for (const range of indexRangesOf(query, after, after?.[2] ?? now)) {
    const { from, id, key, text, deadline, where, orderBy } = entriesOf(database, query, by, range);
    const select = (columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
      sql<{ id: string; key: number }>`select ${columns} from ${from} where ${where} order by ${orderBy} ${rest}`;
    const matches = await sql<{ id: string }>`
      select id from (
        ${select(sql`${id} as id, ${text} as text, ${deadline} as deadline`, sql`limit ${SCANNED_MAX}`)}
      ) as scanned where ${matchConditions(database, query, scanned)} limit ${maximum - ids.length}`.execute(
      database.db,
    );
    ids.push(...matches.rows.map((row) => row.id));
    if (ids.length >= maximum) break;
    const end = select(sql`${id} as id, ${key} as key`, sql`limit 1 offset ${SCANNED_MAX - 1}`);
    const [beyond] = (await end.execute(database.db)).rows;
    last = beyond ? cursorAt(query, beyond.key, beyond.id) : null;
    if (last) break;
  }
  const rows = await fetchSurveys(database, ids.slice(0, limit + 1));
  const page = paged(rows, query, viewer);
  const next = page.next ?? last;
  return {
    ...page,
    next,
    total: Math.min(ids.length, COUNT_MAX),
    isMinimum: after !== null || last !== null || ids.length > COUNT_MAX,
  };
}

/** Reads surveys by their ids, in the given order. */
async function fetchSurveys(database: Database, ids: readonly string[]): Promise<SurveyFields[]> {
  const rows = database.dialect.rows(
    ids.map((id, position) => ({ id, position })),
    { id: "text", position: "bigint" },
  );
  return readSurveys(database, sql`select id, position from ${rows}`, "asc");
}

function paged(rows: SurveyFields[], query: PageQuery, viewer: CurrentUser | null) {
  return toPage(rows, query.limit, {
    total: 0, // Each list sets its own.
    cursorOf: (last) => cursorAt(query, keys[query.by].of(last), last._id),
    show: (row) => toSurvey(row, viewer),
  });
}

/**
 * The cursor after a row; in the order with open surveys first, it contains the instant that decides which are open.
 */
function cursorAt(query: PageQuery, key: number, id: string): Cursor {
  if (query.by === "newest") return [0, id];
  return isOpenFirst(query) ? [key, id, query.after?.[2] ?? query.now] : [key, id];
}
