import * as audit from "@survey-app/contract/ops/audit.ts";
import type { MainDatabase } from "../database/database.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findAuditEvents } from "./audit.sql.ts";

export function serveAudit(registerEndpoint: RegisterEndpoint, database: MainDatabase): void {
  registerEndpoint(audit.listAuditEvents, ({ query }) =>
    findAuditEvents(query.q ? database.forSearches : database.forLists, query),
  );
}
