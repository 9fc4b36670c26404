import { PageHeader } from "../../layout/PageHeader.tsx";

export function AdminHomePage() {
  return <PageHeader title="AdminHomePage" />;
}
