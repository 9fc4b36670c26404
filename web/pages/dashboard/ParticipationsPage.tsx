import { PageHeader } from "../../layout/PageHeader.tsx";
import { ParticipationsTable } from "../../votes/ParticipationsTable.tsx";

export function ParticipationsPage() {
  return (
    <>
      <PageHeader title="Participate in surveys" text="Surveys you voted on, with their current results." />
      <ParticipationsTable />
    </>
  );
}
