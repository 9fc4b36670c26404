import { type AuditAction, listAuditEvents } from "@survey-app/contract/audit.ts";
import { ownPages } from "../api/ownPages.ts";
import { setFields } from "../api/pagination.ts";

export interface AuditFilter {
  action: AuditAction | "";
  q: string;
}

export const listedEntries = (filter: AuditFilter) =>
  ownPages(["audit", filter], listAuditEvents, { query: setFields(filter) });
