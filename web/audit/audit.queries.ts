import { type AuditAction, listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { setFields } from "../api/pagination.ts";
import { privateListQuery } from "../api/privateListQuery.ts";

export interface AuditFilter {
  action: AuditAction | "";
  q: string;
}

export const listedEntries = (filter: AuditFilter) =>
  privateListQuery(["audit", filter], listAuditEvents, { query: setFields(filter) });
