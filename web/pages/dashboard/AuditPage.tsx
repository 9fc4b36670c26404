import { AuditTable } from "../../audit/AuditTable.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function AuditPage() {
  return (
    <>
      <PageHeader title={pageTexts.auditLog} text={pageTexts.auditLogText} />
      <AuditTable />
    </>
  );
}
