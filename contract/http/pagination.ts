import * as z from "zod/mini";

/** The checks of a whole number. */
export function wholeBetween(name: string, least: number, most: number) {
  return [
    z.int(`${name} must be a whole number`),
    z.minimum(least, `${name} must be at least ${least}`),
    z.maximum(most, `${name} must be at most ${most}`),
  ] as const;
}

/** A whole number in a query, whose values are texts. */
export function wholeNumber(name: string, least: number, most: number) {
  return z.coerce.number(`${name} must be a number`).check(...wholeBetween(name, least, most));
}

/** The rows of a page by default. */
export const PAGE_SIZE = 24;

/**
 * The most rows of one of the specification's lists that is read without `limit`, because the specification's client
 * doesn't ask for pages. It is more than any `limit`, so that the server recognizes such a request.
 */
export const WHOLE_LIST_ROWS = 1000;

const limit = wholeNumber("limit", 1, 100);

/** The query of a list: at most `limit` rows, after the position `cursor` (from the `Link` header). */
export const paginationQuery = {
  limit: z._default(limit, PAGE_SIZE),
  cursor: z.optional(z.string("cursor must be text").check(z.regex(/^[\w-]{1,400}$/, "This is not a valid cursor"))),
};

/** The query of one of the specification's lists: without `limit`, the list is as long as one response allows. */
export const wholeListQuery = { ...paginationQuery, limit: z._default(limit, WHOLE_LIST_ROWS) };

/** The order of a list by time. */
export const timeOrder = z._default(z.enum(["newest", "oldest"], "order must be newest or oldest"), "newest");

/** The response of endpoints that create something. */
export const insertedResponse = z.object({ insertedId: z.string() });

/** The response of endpoints that change something: the number of changes, 0 if nothing had to change. */
export const modifiedResponse = z.object({ modifiedCount: z.number() });
