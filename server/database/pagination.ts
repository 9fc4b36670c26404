import type { Counted } from "./countMatching.ts";

/**
 * Where a page of a sorted list ends: the sort key, a whole number from 0, and the id of its last row; `at`,
 * milliseconds, is when the first page was read, for lists whose order depends on that.
 */
export type Cursor = readonly [key: number, id: string, at?: number];

/**
 * The same for a list sorted by name. It includes the name, because the last row can disappear before the next page is
 * read.
 */
export type NameCursor = readonly [key: number, id: string, name: string];

/** A page of a list. */
export interface PagedRows<Row> extends Counted {
  rows: Row[];
  /** The cursor of the next page; null at the end. */
  next: Cursor | NameCursor | null;
}

interface PageParts<Found, Row> extends Counted {
  cursorOf(last: Found): Cursor | NameCursor;
  /** Maps a row to what the response contains of it. */
  show(row: Found): Row;
}

/**
 * Returns the first `limit` of the rows found. The query fetches one more, which shows whether another page follows.
 */
export function toPage<Found, Row>(
  found: readonly Found[],
  limit: number,
  { cursorOf, show, ...counted }: PageParts<Found, Row>,
): PagedRows<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last !== undefined ? cursorOf(last) : null;
  return { ...counted, rows: rows.map(show), next };
}
