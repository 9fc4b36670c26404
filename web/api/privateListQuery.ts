import type { Endpoint, RequestOf } from "@survey-app/contract/endpoint.ts";
import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import { apiPage } from "./api.ts";
import { after, paging } from "./pagination.ts";

/** A `privateQuery` of a paginated list. */
export const privateListQuery = <const E extends Endpoint & { paginated: true }>(
  queryKey: QueryKey,
  endpoint: E,
  request: RequestOf<E>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(request.query as unknown as object), ...after(pageParam) };
      return apiPage(endpoint, { ...request, query } as RequestOf<E>, signal);
    },
    ...paging,
    staleTime: 0,
    meta: { private: true },
  });
