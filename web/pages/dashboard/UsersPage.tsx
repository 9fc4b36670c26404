import { PageHeader } from "../../layout/PageHeader.tsx";
import { UsersTable } from "../../users/UsersTable.tsx";

export function UsersPage() {
  return (
    <>
      <PageHeader title="Manage users" text="Who is here, and who may make surveys." />
      <UsersTable />
    </>
  );
}
