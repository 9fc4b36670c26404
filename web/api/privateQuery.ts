import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { api, type Unpaged } from "./api.ts";

/**
 * A query whose data differs for each user, or may be read by some users only. It is fetched again whenever a page
 * shows it.
 */
export const privateQuery = <const E extends Unpaged>(queryKey: QueryKey, endpoint: E, request: RequestOf<E>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => api(endpoint, request, signal),
    staleTime: 0,
    meta: { private: true },
  });
