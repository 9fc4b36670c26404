import { type SelectQueryBuilder, sql } from "kysely";
import { type Counted, countUpTo } from "./countMatching.ts";
import { decodeCursor, LAST_INSTANT } from "./cursor.ts";
import type { Database } from "./database.ts";
import { type Cursor, type PagedRows, toPage } from "./pagination.ts";

interface NewestFirst<Found, Row> {
  /** The column of the ids, like `users.id`. Without `at` the list is sorted by them alone. */
  id: string;
  /** The column of the instants by which the list is sorted. */
  at?: string;
  cursorOf(last: Found): Cursor;
  /** Maps a row to what the response contains of it. */
  show(row: Found): Row;
  /** Counts the list, where the count doesn't need its joins. */
  count?: (() => Promise<Counted>) | undefined;
}

/**
 * Reads a page of a list, newest first, and counts the list.
 * @param matching selects the list, without an order
 */
export async function readNewestFirst<DB, TB extends keyof DB, Found, Row>(
  database: Database,
  matching: SelectQueryBuilder<DB, TB, Found>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { id, at, cursorOf, show, count = () => countUpTo(database, matching) }: NewestFirst<Found, Row>,
): Promise<PagedRows<Row>> {
  const counted = await count();
  const after = decodeCursor(cursor, at ? LAST_INSTANT : 0);
  const columns = sql.join([...(at ? [sql.ref(at)] : []), sql.ref(id)]);
  const last = after && sql.join(at ? [after[0], after[1]] : [after[1]]);
  const page = last ? matching.where(sql<boolean>`(${columns}) < (${last})`) : matching;
  const sorted = at ? page.orderBy(sql.ref(at), "desc") : page;
  const rows = await sorted
    .orderBy(sql.ref(id), "desc")
    .limit(limit + 1)
    .execute();
  return toPage(rows as Found[], limit, { ...counted, cursorOf, show });
}
