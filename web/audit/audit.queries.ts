import { type AuditAction, listAuditEvents } from "@survey-app/contract/audit.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";

export interface AuditFilter {
  action: AuditAction | "";
  q: string;
}

export const listedEntries = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) => {
      const { action, q } = filter;
      const query = { ...(action && { action }), ...(q && { q }), ...(pageParam && { cursor: pageParam }) };
      return apiPage(listAuditEvents, { query }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // Others act meanwhile.
    staleTime: 0,
    meta: { private: true },
  });
