import type { Endpoint, RequestOf } from "@survey-app/contract/endpoint.ts";
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** A query of what differs for each user, or only some users may read. It is read again whenever a page shows it. */
export const ownQuery = <const E extends Endpoint>(queryKey: QueryKey, endpoint: E, request: RequestOf<E>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => api(endpoint, request, signal),
    staleTime: 0,
    meta: { private: true },
  });
