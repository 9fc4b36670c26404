import { WHOLE_LIST_ROWS } from "@survey-app/contract/http/pagination.ts";
import { expect, test, vi } from "vitest";
import { decodeCursor } from "../database/cursor.ts";
import { toPage } from "../database/pagination.ts";
import { LIST_BYTES, makeListResponse, type PageQuery } from "./listResponse.ts";

const ID = "019f0000-0000-7000-8000-000000000000";

/** A list of `stored` rows, of `length` characters each, with what was read of it. */
function listOf(stored: number, length: number) {
  const reads: number[] = [];
  const read = async ({ limit, cursor }: PageQuery) => {
    reads.push(limit);
    const begin = decodeCursor(cursor, stored)?.[0] ?? 0;
    const found = Array.from({ length: Math.min(limit + 1, stored - begin) }, (_, index) => begin + index);
    return toPage(found, limit, {
      total: stored,
      cursorOf: (last) => [last + 1, ID],
      show: (index) => `${index}`.padEnd(length),
    });
  };
  const toJson = (rows: unknown[]) => JSON.stringify(rows);
  const admitPart = vi.fn();
  return { reads, admitPart, parts: { read, toJson, admitPart } };
}

const wanted = (query: Partial<PageQuery> = {}) => ({
  path: "/list/:id",
  params: { id: "a b" },
  query: { limit: WHOLE_LIST_ROWS, ...query },
  isSearch: false,
});
const rowsOf = ({ json }: { json: string }) => (JSON.parse(json) as string[]).map(Number);

test("a list without `limit` has up to 1,000 rows, and Link leads to the next thousand", async () => {
  const { reads, admitPart, parts } = listOf(1050, 10);
  const first = await makeListResponse(wanted(), parts);
  expect(rowsOf(first)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  expect(first.headers["x-total-count"]).toBe("1050");
  const cursor = /^<\/list\/a%20b\?cursor=([\w-]+)>; rel="next"$/.exec(first.headers.link ?? "")?.[1];
  // Each part costs as much as a page, so each counts as one.
  expect([reads.length, admitPart.mock.calls.length]).toEqual([25, 24]);

  const rest = await makeListResponse(wanted({ cursor }), parts);
  expect(rowsOf(rest)).toEqual(Array.from({ length: 50 }, (_, index) => 1000 + index));
  expect(rest.headers.link).toBeUndefined();
});

// Security: F09
test("a list of long rows ends before 900 kB, and at most one further part of it is read", async () => {
  const { reads, parts } = listOf(1000, 15_000);
  const { json, headers } = await makeListResponse(wanted(), parts);
  expect(json.length).toBeLessThanOrEqual(LIST_BYTES);
  expect(rowsOf({ json })).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(headers).toMatchObject({ "x-total-count": "1000", link: expect.stringContaining("cursor=") });
  expect(reads).toEqual([40, 40]);
});

test("an empty list and a page with a length are read once", async () => {
  const empty = listOf(0, 10);
  expect(await makeListResponse(wanted(), empty.parts)).toEqual({ json: "[]", headers: { "x-total-count": "0" } });
  const paged = listOf(100, 10);
  const { headers } = await makeListResponse(wanted({ limit: 7 }), paged.parts);
  expect(headers.link).toMatch(/\?limit=7&cursor=/);
  expect([empty.reads, paged.reads]).toEqual([[40], [7]]);
});
