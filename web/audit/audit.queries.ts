import { type AuditAction, listAuditEvents } from "@survey-app/contract/audit.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { after, paging } from "../api/pagination.ts";

export interface AuditFilter {
  action: AuditAction | "";
  q: string;
}

export const listedEntries = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) => {
      const { action, q } = filter;
      const query = { ...(action && { action }), ...(q && { q }), ...after(pageParam) };
      return apiPage(listAuditEvents, { query }, signal);
    },
    ...paging,
    // Other admins act meanwhile.
    staleTime: 0,
    meta: { private: true },
  });
