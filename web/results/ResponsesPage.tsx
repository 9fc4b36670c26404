import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { ResponsesTable } from "./ResponsesTable.tsx";

export function ResponsesPage() {
  return (
    <>
      <PageHeader title={pageTexts.responses} text={pageTexts.allResponsesText} />
      <ResponsesTable />
    </>
  );
}
