import { PageHeader } from "../layout/PageHeader.tsx";

export function VotePage() {
  return <PageHeader title="VotePage" />;
}
