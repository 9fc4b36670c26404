import { AuditTable } from "../../audit/AuditTable.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";

export function AuditPage() {
  return (
    <>
      <PageHeader title="Audit log" text="What admins did, newest first. Entries are added and never changed." />
      <AuditTable />
    </>
  );
}
