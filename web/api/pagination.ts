import type { ListPage } from "./api.ts";

/** The options of every list's query: each page continues after the previous one. */
export const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: ListPage<unknown>) => last.next,
};

/** Returns the non-empty fields of a filter: an empty one doesn't restrict the list. */
export function setFields<F extends object>(filter: F): { [Name in keyof F]?: Exclude<F[Name], ""> } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "")) as {
    [Name in keyof F]?: Exclude<F[Name], "">;
  };
}

/** The field of a query that asks for the page after a cursor. */
export const after = (cursor: string | null) => (cursor ? { cursor } : {});
