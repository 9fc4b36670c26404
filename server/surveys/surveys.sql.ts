import { type ListingQuery, PUBLISHED, type Survey, type SurveyInFull, WAITING } from "@survey-app/contract/surveys.ts";
import { maskedEmail } from "@survey-app/contract/users.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { containing, searchable } from "../database/search.ts";
import type { SurveyRow, Tables } from "../database/tables.ts";
import { type Caller, seesWhole } from "../http/caller.ts";
import { decodeCursor } from "../http/cursor.ts";
import type { Page } from "../http/serve.ts";

const DAY_MS = 24 * 3600_000;
/** Later than any deadline: where surveys that never end stand when sorted by deadline. */
const NEVER = 9_007_199_254_740_991;

type SurveyQuery = SelectQueryBuilder<Tables, "surveys", object>;

/** Surveys with their owners, the columns under the contract's names. */
function withFields(query: SurveyQuery) {
  return query
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select([
      "surveys.id as _id",
      "surveys.title as Title",
      "surveys.description as Description",
      "surveys.category",
      "surveys.image",
      "surveys.status",
      "surveys.owner_id",
      "surveys.starts_at",
      "surveys.ends_at",
      "surveys.total_votes as totalVotes",
      "surveys.yes_votes as yesVotes",
      "surveys.open_reports as openReports",
      "users.email",
      "users.name as userName",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withFields>["executeTakeFirstOrThrow"]>>;

/** A survey as `viewer` may see it. */
function toSurvey({ starts_at, ends_at, owner_id, category, ...row }: Row, viewer: Caller | null): Survey {
  return {
    ...row,
    category: category as Survey["category"],
    createDate: new Date(starts_at).toISOString(),
    deadline: ends_at === null ? null : new Date(ends_at).toISOString(),
    email: seesWhole(viewer, owner_id) ? row.email : maskedEmail(row.email),
    noVotes: row.totalVotes - row.yesVotes,
    openReports: viewer?.storedRole === "admin" ? row.openReports : 0,
  };
}

export async function insertSurvey(
  { db }: Database,
  survey: Pick<
    SurveyRow,
    "id" | "owner_id" | "title" | "description" | "category" | "image" | "status" | "starts_at" | "ends_at"
  >,
): Promise<void> {
  const now = Date.now();
  await db
    .insertInto("surveys")
    .values({
      ...survey,
      created_at: now,
      updated_at: now,
      search_text: searchable(`${survey.title}\n${survey.description}`),
    })
    .execute();
}

/** One survey, if `viewer` may see it: published, own, or to an admin. */
export async function findSurvey({ db }: Database, id: string, viewer: Caller | null): Promise<Survey | null> {
  const row = await withFields(db.selectFrom("surveys").where("surveys.id", "=", id)).executeTakeFirst();
  if (!row || (row.status !== PUBLISHED && !seesWhole(viewer, row.owner_id))) return null;
  return toSurvey(row, viewer);
}

/** The dated notes of a survey, oldest first, as they stand below its description. */
export async function withNotes({ db }: Database, survey: Survey): Promise<SurveyInFull> {
  const notes = await db
    .selectFrom("survey_notes")
    .select(["text", "created_at"])
    .where("survey_id", "=", survey._id)
    .orderBy("id")
    .execute();
  return {
    ...survey,
    notes: notes.map(({ text, created_at }) => ({ text, createdAt: new Date(created_at).toISOString() })),
  };
}

/** Days with votes, oldest first. */
export async function listDays(
  { db }: Database,
  surveyId: string,
): Promise<{ day: string; totalVotes: number; yesVotes: number }[]> {
  const rows = await db
    .selectFrom("survey_days")
    .select(["day", "total_votes as totalVotes", "yes_votes as yesVotes"])
    .where("survey_id", "=", surveyId)
    .orderBy("day")
    .execute();
  return rows.map((row) => ({ ...row, day: new Date(row.day * DAY_MS).toISOString().slice(0, 10) }));
}

/** Newest first. */
export async function listOwnSurveys(
  { db }: Database,
  { email, limit, cursor }: { email: string; limit: number; cursor?: string | undefined },
  viewer: Caller,
): Promise<Page<Survey>> {
  const owned = db
    .selectFrom("surveys")
    .where("surveys.owner_id", "=", ({ selectFrom }) =>
      selectFrom("users").select("users.id").where("users.email", "=", email),
    );
  return pageOf(owned, { by: "newest", direction: "desc", limit, cursor, viewer });
}

/** The published surveys at the head of a list, without paging. */
export async function topSurveys(
  { db }: Database,
  by: "newest" | "votes",
  limit: number,
  viewer: Caller | null,
): Promise<Survey[]> {
  const column = by === "newest" ? "surveys.id" : "surveys.total_votes";
  const rows = await withFields(
    db
      .selectFrom("surveys")
      .where("surveys.status", "=", PUBLISHED)
      .orderBy(column, "desc")
      .orderBy("surveys.id", "desc")
      .limit(limit),
  ).execute();
  return rows.map((row) => toSurvey(row, viewer));
}

/** The public listing. Without `by` and `sort` newest first; `sort` alone sorts by votes (product §2). */
export function listPublished(
  { db }: Database,
  { category, q, by, sort, limit, cursor }: ListingQuery,
  viewer: Caller | null,
): Promise<Page<Survey>> {
  let published: SurveyQuery = db.selectFrom("surveys").where("surveys.status", "=", PUBLISHED);
  if (category !== "none" && category !== "") published = published.where("surveys.category", "=", category);
  if (q) published = published.where(({ ref }) => containing(ref("surveys.search_text"), q));
  const order = by ?? (sort ? "votes" : "newest");
  const direction = sort || (order === "deadline" ? "asc" : "desc");
  return pageOf(published, { by: order, direction, limit, cursor, viewer });
}

/** Every survey: the reported first, then those that wait for publication, each group newest first. `status` leaves only those. */
export function listAll(
  { db }: Database,
  { status, q, limit, cursor }: { status?: number | undefined; q: string; limit: number; cursor?: string | undefined },
  viewer: Caller | null,
): Promise<Page<Survey>> {
  let surveys: SurveyQuery = db.selectFrom("surveys");
  if (status !== undefined) surveys = surveys.where("surveys.status", "=", status);
  if (q) surveys = surveys.where(({ ref }) => containing(ref("surveys.search_text"), q));
  return pageOf(surveys, {
    by: viewer?.storedRole === "admin" ? "attention" : "newest",
    direction: "desc",
    limit,
    cursor,
    viewer,
  });
}

type Order = "newest" | "votes" | "deadline" | "attention";

/**
 * What each order sorts by, before the id: in SQL, of a row, and at most. What asks for an admin's attention: reports,
 * then waiting for publication.
 */
const sortKeys: Record<Order, { column: RawBuilder<unknown>; of: (row: Row) => number; max: number }> = {
  newest: { column: sql.lit(0), of: () => 0, max: 0 },
  votes: { column: sql.ref("surveys.total_votes"), of: (row) => row.totalVotes, max: Number.MAX_SAFE_INTEGER },
  deadline: {
    column: sql`coalesce(surveys.ends_at, ${sql.lit(NEVER)})`,
    of: (row) => row.ends_at ?? NEVER,
    max: NEVER,
  },
  attention: {
    column: sql`case when surveys.open_reports > 0 then 2 when surveys.status = ${sql.lit(WAITING)} then 1 else 0 end`,
    of: (row) => (row.openReports > 0 ? 2 : row.status === WAITING ? 1 : 0),
    max: 2,
  },
};

async function pageOf(
  matching: SurveyQuery,
  {
    by,
    direction,
    limit,
    cursor,
    viewer,
  }: { by: Order; direction: "asc" | "desc"; limit: number; cursor: string | undefined; viewer: Caller | null },
): Promise<Page<Survey>> {
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const compare = direction === "asc" ? sql.raw(">") : sql.raw("<");
  const key = sortKeys[by];
  const after = decodeCursor(cursor, key.max);
  let page = matching.limit(limit + 1);
  if (by === "newest") {
    page = page.orderBy("surveys.id", direction);
    if (after) page = page.where(sql<boolean>`surveys.id ${compare} ${after[1]}`);
  } else {
    page = page.orderBy(key.column, direction).orderBy("surveys.id", direction);
    if (after) page = page.where(sql<boolean>`(${key.column}, surveys.id) ${compare} (${after[0]}, ${after[1]})`);
  }
  const rows = await withFields(page).execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toSurvey(row, viewer)),
    total: Number(total),
    next: rows.length > limit && last ? [key.of(last), last._id] : null,
  };
}

/** What became of a change of status. */
export type StatusChange = "changed" | "same" | "notFound";

/** Sets the status, which deals with the open reports too; to be called in the transaction that stores the feedback. */
export async function setStatus(
  { db, dialect }: Database,
  id: string,
  status: typeof WAITING | typeof PUBLISHED,
): Promise<StatusChange> {
  const survey = await db
    .selectFrom("surveys")
    .select("status")
    .where("id", "=", id)
    .$call(dialect.lock)
    .executeTakeFirst();
  if (!survey) return "notFound";
  if (survey.status === status) return "same";
  await db
    .updateTable("surveys")
    .set({ status, updated_at: Date.now(), open_reports: 0 })
    .where("id", "=", id)
    .execute();
  return "changed";
}
