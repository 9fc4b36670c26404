import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { AuditTable } from "./AuditTable.tsx";

export function AuditPage() {
  return (
    <>
      <PageHeader title={pageTexts.auditLog} text={pageTexts.auditLogText} />
      <AuditTable />
    </>
  );
}
