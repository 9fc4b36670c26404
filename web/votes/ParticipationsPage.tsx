import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { ParticipationsTable } from "./ParticipationsTable.tsx";

export function ParticipationsPage() {
  return (
    <>
      <PageHeader title={pageTexts.participations} text={pageTexts.participationsText} />
      <ParticipationsTable />
    </>
  );
}
