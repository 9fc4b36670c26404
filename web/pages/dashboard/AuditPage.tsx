import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { AuditTable } from "../../audit/AuditTable.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";

export function AuditPage() {
  return (
    <>
      <PageHeader title={pageTexts.auditLog} text={pageTexts.auditLogText} />
      <AuditTable />
    </>
  );
}
