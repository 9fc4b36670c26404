import { PageHeader } from "../../layout/PageHeader.tsx";
import { ResponsesTable } from "../../surveys/ResponsesTable.tsx";

export function ResponsesPage() {
  return (
    <>
      <PageHeader title="responses of surveys" text="How every survey stands." />
      <ResponsesTable />
    </>
  );
}
