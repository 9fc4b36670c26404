import * as z from "zod/mini";

/** The query of a list: at most `limit` rows, after the position `cursor` (from the `Link` header). */
export const paginationQuery = {
  limit: z._default(
    z.coerce
      .number("limit must be a number")
      .check(
        z.int("limit must be a whole number"),
        z.minimum(1, "limit must be at least 1"),
        z.maximum(100, "limit must be at most 100"),
      ),
    24,
  ),
  cursor: z.optional(z.string("cursor must be text").check(z.regex(/^[\w-]{1,400}$/, "This is not a valid cursor"))),
};

/** The response of endpoints that create something. */
export const insertedResponse = z.object({ insertedId: z.string() });

/** The response of endpoints that change something: 1 if it changed, 0 if it was already so. */
export const modifiedResponse = z.object({ modifiedCount: z.number() });
