import { PageHeader } from "../../layout/PageHeader.tsx";
import { UsersTable } from "../../users/UsersTable.tsx";

export function UsersPage() {
  return (
    <>
      <PageHeader title="Manage users" text="Manage accounts and roles." />
      <UsersTable />
    </>
  );
}
