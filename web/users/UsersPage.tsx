import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { AccountInvitations } from "./AccountInvitations.tsx";
import { UsersTable } from "./UsersTable.tsx";

export function UsersPage() {
  return (
    <>
      <PageHeader title={pageTexts.manageUsers} text={pageTexts.manageUsersText} />
      <UsersTable>
        <div className="mt-10">
          <AccountInvitations />
        </div>
      </UsersTable>
    </>
  );
}
