import { PageHeader } from "../../layout/PageHeader.tsx";
import { ResponsesTable } from "../../results/ResponsesTable.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function ResponsesPage() {
  return (
    <>
      <PageHeader title={pageTexts.responses} text={pageTexts.allResponsesText} />
      <ResponsesTable />
    </>
  );
}
