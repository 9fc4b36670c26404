import type { Page } from "./api.ts";

/** How every list continues where its last page ended. */
export const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: Page<unknown>) => last.next,
};

/** The field of a query that asks for the page after a cursor. */
export const after = (cursor: string | null) => (cursor ? { cursor } : {});
