import type { Endpoint, RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import { apiPage } from "./api.ts";
import { pageAfter, paging } from "./pagination.ts";

/** A `privateQuery` of a paginated list. @param limit the rows of a page */
export const privateListQuery = <const E extends Endpoint & { paginated: true }>(
  queryKey: QueryKey,
  endpoint: E,
  request: RequestOf<E>,
  limit?: number,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(request.query as unknown as object), ...pageAfter(pageParam, limit) };
      return apiPage(endpoint, { ...request, query } as RequestOf<E> & { query: typeof query }, signal);
    },
    ...paging,
    staleTime: 0,
    meta: { private: true },
  });
