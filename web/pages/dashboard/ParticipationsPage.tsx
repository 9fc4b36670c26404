import { PageHeader } from "../../layout/PageHeader.tsx";
import { ParticipationsTable } from "../../votes/ParticipationsTable.tsx";

export function ParticipationsPage() {
  return (
    <>
      <PageHeader title="Participate in surveys" text="What you voted on, and how it stands now." />
      <ParticipationsTable />
    </>
  );
}
