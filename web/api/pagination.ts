import type { Page } from "./api.ts";

/** How every list continues where its last page ended. */
export const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: Page<unknown>) => last.next,
};

/** The same for lists of which each user sees another one, or only some users any. */
export const privatePaging = { ...paging, meta: { private: true } };

/** The fields of a filter that are set: an empty one doesn't restrict the list. */
export function setFields<F extends object>(filter: F): { [Name in keyof F]?: Exclude<F[Name], ""> } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "")) as {
    [Name in keyof F]?: Exclude<F[Name], "">;
  };
}

/** The field of a query that asks for the page after a cursor. */
export const after = (cursor: string | null) => (cursor ? { cursor } : {});
