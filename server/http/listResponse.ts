import { PAGE_SIZE, WHOLE_LIST_ROWS } from "@survey-app/contract/http/pagination.ts";
import { encodeCursor } from "../database/cursor.ts";
import type { PagedRows } from "../database/pagination.ts";
import { nextPageLink } from "./nextPage.ts";

/** The rows of a whole list that are read together. */
export const ROWS_AT_ONCE = 40;
/**
 * The longest list, in bytes, so that the response cache can keep it together with its compressed forms. A survey with
 * its translations can have 64 kB, so 24 of them can be longer; then the page has fewer rows.
 */
export const LIST_BYTES = 900_000;

/** The query of a list, as `paginationQuery` and `wholeListQuery` parse it. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

interface ListRequest {
  /** With `:name` for parameters. */
  path: string;
  params: unknown;
  query: PageQuery;
  /** Whether it is a search or has a filter that no index covers: these only have short pages. */
  isSearch: boolean;
}

interface ListParts {
  /** Reads the page that the query asks for. */
  read(query: PageQuery): Promise<PagedRows<unknown>>;
  /** Serializes rows as a JSON array. */
  toJson(rows: unknown[]): string;
  /**
   * Called before each part of a whole list except the first, because it costs as much as another read. It may throw.
   */
  admitPart(): void;
}

/**
 * Responds with a page of a list, or with the whole list if the request doesn't limit the length (`wholeListQuery`).
 */
export async function makeListResponse(
  { path, params, query, isSearch }: ListRequest,
  parts: ListParts,
): Promise<{ json: string; headers: Record<string, string> }> {
  const isWithoutLimit = query.limit === WHOLE_LIST_ROWS;
  const list =
    isWithoutLimit && !isSearch
      ? await readWhole(query, parts)
      : await readFirst({ ...query, limit: isWithoutLimit ? PAGE_SIZE : query.limit }, parts);
  const { json, total, isMinimum, next } = list;
  // The link to the rest of a list that was requested without `limit` doesn't have one either.
  const { limit, ...rest } = query;
  const input = { params, query: isWithoutLimit ? rest : query };
  return {
    json,
    headers: {
      "x-total-count": isMinimum ? `${total}+` : String(total),
      ...(next && { link: nextPageLink(path, input, { cursor: encodeCursor(next) }) }),
    },
  };
}

async function readOne(query: PageQuery, { read, toJson }: Pick<ListParts, "read" | "toJson">) {
  const { rows, ...page } = await read(query);
  return { ...page, rows, json: toJson(rows) };
}

/**
 * Reads the first rows of a list. If they are too long, as many as fit are read again, for the cursor of the next page.
 */
async function readFirst(query: PageQuery, parts: ListParts) {
  const page = await readOne(query, parts);
  if (Buffer.byteLength(page.json) <= LIST_BYTES) return page;
  return readOne({ ...query, limit: countFitting(page.rows, parts) }, parts);
}

/** How many of the rows fit into a response, at least one. */
function countFitting(rows: unknown[], { toJson }: Pick<ListParts, "toJson">): number {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    bytes += Buffer.byteLength(toJson([row]));
    return bytes > LIST_BYTES;
  });
  return Math.max(1, beyond);
}

/**
 * Reads a list as far as one response reaches: `WHOLE_LIST_ROWS` rows, or fewer, where they would be longer than
 * `LIST_BYTES`. It is read in parts, so that long rows don't take more memory than the response does, and votes are
 * served between two parts.
 */
async function readWhole(query: PageQuery, parts: ListParts) {
  const page = await readFirst({ ...query, limit: ROWS_AT_ONCE }, parts);
  const items = [itemsOf(page.json)];
  let { next } = page;
  let bytes = Buffer.byteLength(page.json);
  let rows = ROWS_AT_ONCE;
  for (; next && rows < WHOLE_LIST_ROWS; rows += ROWS_AT_ONCE) {
    parts.admitPart();
    const part = await readOne({ ...query, limit: ROWS_AT_ONCE, cursor: encodeCursor(next) }, parts);
    bytes += Buffer.byteLength(part.json);
    if (bytes > LIST_BYTES) break;
    if (part.json !== "[]") items.push(itemsOf(part.json));
    next = part.next;
  }
  return { ...page, next, json: `[${items.join()}]` };
}

/** The text between the brackets of a JSON array. */
const itemsOf = (json: string) => json.slice(1, -1);
