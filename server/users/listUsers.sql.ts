import { DELETED, type Role, type StoredRole, type User } from "@survey-app/contract/users/users.ts";
import { type Expression, type SqlBool, sql } from "kysely";
import { containing, containingAddress, foldedText } from "../database/containing.ts";
import { decodeCursor, LAST_INSTANT } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { type Cursor, type PagedRows, toPage } from "../database/pagination.ts";
import { isMemberNow } from "../session/membership.sql.ts";
import { findUsersByText } from "./searchUsers.sql.ts";
import { selectUsers, toUser } from "./users.sql.ts";

/** Users that one statement looks at, and up to which they are counted: some milliseconds. */
export const SCANNED_MAX = 10_000;
/**
 * The newest users that serve as a sample: if few of them match, an index is used; if many match, a scan soon finds a
 * page.
 */
const SAMPLE_SIZE = 1000;
const COMMON = 10;
/** The most users that an index finds, and that are sorted. */
export const FOUND_MAX = 2000;

interface UsersFilter {
  /** A role as shown: pro-users are users with an active membership. */
  role?: Role | undefined;
  q: string;
}

/** A user's place in the list. */
interface Place {
  id: string;
  created_at: number;
}

/**
 * Newest first. However many users there are, a page looks at `SCANNED_MAX` of them, or at the `FOUND_MAX` that an
 * index finds. So a page can be short though others follow, and the total can be a minimum.
 */
export async function listUsers(
  database: Database,
  { limit, cursor, ...filter }: UsersFilter & { limit: number; cursor?: string | undefined },
): Promise<PagedRows<User>> {
  const after = decodeCursor(cursor, LAST_INSTANT);
  const few = (await isRare(database, filter)) ? await findFew(database, filter) : null;
  const counted = few ? { total: few.length } : await countNewest(database, filter, SCANNED_MAX);
  const found = few ? pageOf(few, limit, after) : await scan(database, filter, limit, after);
  const rows = await selectUsers(database)
    .where(({ ref }) => database.dialect.isOneOf(ref("users.id"), found.ids))
    .orderBy("users.created_at", "desc")
    .orderBy("users.id", "desc")
    .execute();
  const cursorOf = (last: Place): Cursor => [last.created_at, last.id];
  const page = toPage(rows, limit, { ...counted, cursorOf, show: toUser });
  const next = page.next ?? (found.last && cursorOf(found.last));
  return { ...page, next };
}

/** Whether hardly any of the newest users match a filter for which there may be an index. */
async function isRare(database: Database, filter: UsersFilter): Promise<boolean> {
  if (filter.q === "" && filter.role !== "pro-user") return false;
  const { total, isMinimum } = await countNewest(database, filter, SAMPLE_SIZE);
  return isMinimum && total <= COMMON;
}

/** Counts the matches among the newest users, `most` or fewer; `isMinimum` if there are more users. */
async function countNewest(database: Database, filter: UsersFilter, most: number) {
  const newest = selectNewest(database, filter, null)
    .limit(most + 1)
    .as("newest");
  const { total, all } = await database.db
    .selectFrom(newest)
    .select(({ fn }) => [fn.sum<number | null>("matches").as("total"), fn.countAll<number>().as("all")])
    .executeTakeFirstOrThrow();
  return { total: Math.min(Number(total ?? 0), most), isMinimum: Number(all) > most };
}

/** Looks for a page among `SCANNED_MAX` users; `last` is where the next page continues, null at the end of the list. */
async function scan(database: Database, filter: UsersFilter, limit: number, after: Cursor | null) {
  const newest = selectNewest(database, filter, after).limit(SCANNED_MAX);
  const matching = database.db.selectFrom(newest.as("newest")).select("id").where("matches", "=", 1);
  const ids = await matching
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  if (ids.length > limit) return { ids: ids.map(({ id }) => id), last: null };
  const last = await newest
    .clearSelect()
    .select(["users.id", "users.created_at"])
    .limit(1)
    .offset(SCANNED_MAX - 1)
    .executeTakeFirst();
  return { ids: ids.map(({ id }) => id), last: last ?? null };
}

/**
 * Reads the few users that an index finds for the filter, newest first; null if there is no index for it, or they are
 * too many.
 */
async function findFew(database: Database, filter: UsersFilter): Promise<Place[] | null> {
  const ids =
    (filter.q ? await findUsersByText(database, filter.q, FOUND_MAX) : null) ??
    (filter.role === "pro-user" ? await findMembers(database) : null);
  if (!ids) return null;
  const among = selectCompared(database, filter).where(({ ref }) => database.dialect.isOneOf(ref("users.id"), ids));
  const found = await database.db.selectFrom(among.as("found")).selectAll().where("matches", "=", 1).execute();
  return found.sort(byAge);
}

/** Newest first, and those of one millisecond by their ids, as the database sorts them. */
const byAge = (a: Place, b: Place) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1);

function pageOf(few: readonly Place[], limit: number, after: Cursor | null) {
  const isBeyond = ({ created_at, id }: Place) =>
    after === null || created_at < after[0] || (created_at === after[0] && id < after[1]);
  return {
    ids: few
      .filter(isBeyond)
      .slice(0, limit + 1)
      .map(({ id }) => id),
    last: null,
  };
}

async function findMembers({ db, dialect }: Database): Promise<string[] | null> {
  const members = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("ends_at", ">", dialect.now)
    .where("starts_at", "<=", dialect.now)
    .limit(FOUND_MAX + 1)
    .execute();
  return members.length > FOUND_MAX ? null : members.map(({ user_id }) => user_id);
}

/** Users from a place on, newest first, in the order of an index: of all users, or of a stored role. */
function selectNewest(database: Database, filter: UsersFilter, after: Cursor | null) {
  let users = selectCompared(database, filter);
  if (filter.role) users = users.where("users.role", "=", storedRole(filter.role));
  if (after) users = users.where(sql<boolean>`(users.created_at, users.id) < (${after[0]}, ${after[1]})`);
  return users.orderBy("users.created_at", "desc").orderBy("users.id", "desc");
}

const storedRole = (role: Role): StoredRole => (role === "pro-user" ? "user" : role);

/**
 * Users for whom `matches` says whether the filter applies. The role isn't a condition, because SQLite would read them
 * all by its index.
 */
function selectCompared({ db, dialect }: Database, { role, q }: UsersFilter) {
  return db
    .selectFrom("users")
    .where("users.status", "!=", DELETED)
    .select((eb) => {
      const conditions: Expression<SqlBool>[] = [sql`1 = 1`];
      if (role) conditions.push(eb("users.role", "=", storedRole(role)));
      if (role === "user") conditions.push(eb.not(isMemberNow(dialect)(eb)));
      if (role === "pro-user") conditions.push(isMemberNow(dialect)(eb));
      if (q)
        conditions.push(
          eb.or([containing(foldedText({ dialect }, "users.name"), q), containingAddress(eb.ref("users.email"), q)]),
        );
      const matches = sql<number>`case when ${eb.and(conditions)} then 1 else 0 end`.as("matches");
      return ["users.id", "users.created_at", matches];
    });
}
