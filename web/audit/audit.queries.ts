import { type AuditAction, listAuditEvents } from "@survey-app/contract/audit.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { after, privatePaging, setFields } from "../api/pagination.ts";

export interface AuditFilter {
  action: AuditAction | "";
  q: string;
}

export const listedEntries = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) =>
      apiPage(listAuditEvents, { query: { ...setFields(filter), ...after(pageParam) } }, signal),
    ...privatePaging,
    // Other admins act meanwhile.
    staleTime: 0,
  });
