import { PAGE_SIZE } from "@survey-app/contract/http/pagination.ts";
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

/** The fields of a query that ask for a page: the first one, or the one after a cursor. */
export const pageAfter = (cursor: string | null, limit = PAGE_SIZE) => ({ limit, ...(cursor && { cursor }) });
