import { PageHeader } from "../../layout/PageHeader.tsx";

export function UsersPage() {
  return <PageHeader title="UsersPage" />;
}
