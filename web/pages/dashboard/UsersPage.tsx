import { PageHeader } from "../../layout/PageHeader.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";
import { UsersTable } from "../../users/UsersTable.tsx";

export function UsersPage() {
  return (
    <>
      <PageHeader title={pageTexts.manageUsers} text={pageTexts.manageUsersText} />
      <UsersTable />
    </>
  );
}
