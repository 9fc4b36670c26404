import { PageHeader } from "../../layout/PageHeader.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";
import { ParticipationsTable } from "../../votes/ParticipationsTable.tsx";

export function ParticipationsPage() {
  return (
    <>
      <PageHeader title={pageTexts.participations} text={pageTexts.participationsText} />
      <ParticipationsTable />
    </>
  );
}
