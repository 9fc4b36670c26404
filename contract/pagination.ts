import * as z from "zod/mini";

/** How a list is asked for: at most `limit` rows, after the place that `cursor` marks (from the `Link` header). */
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
  cursor: z.optional(z.string("cursor must be text").check(z.regex(/^[\w-]{1,400}$/, "That is not a cursor"))),
};

/** The answer of calls that store something new. */
export const insertedResponse = z.object({ insertedId: z.string() });

/** The answer of calls that change something: 1 when it changed, 0 when it was so already. */
export const modifiedResponse = z.object({ modifiedCount: z.number() });
