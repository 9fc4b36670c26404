import { personName } from "@survey-app/contract/users/personName.ts";
import { BLOCKED, type Role, type User } from "@survey-app/contract/users/users.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { PagedTable } from "../api/PagedTable.tsx";
import { useListFilter } from "../routing/useListFilter.ts";
import { roleNames } from "../session/roleNames.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { Dot } from "../ui/Dot.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FilterBar } from "../ui/FilterBar.tsx";
import type { Column } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { type UserChoice, UserDialog } from "./UserDialog.tsx";
import { filteredUsers } from "./users.queries.ts";

const roles = [
  { value: "", label: userTexts.allRoles },
  ...Object.entries(roleNames).map(([value, label]) => ({ value, label })),
];

/**
 * All users, filtered by role, with a button to promote those who are not surveyors (specification §6.1).
 * @param children the content below: it appears together with the users, whose table would push it away
 */
export function UsersTable({ children }: { children: ReactNode }) {
  const self = useSignedInUser();
  const { filter, bar } = useListFilter<"role", Role>("role", roles);
  const [chosen, setChosen] = useState<UserChoice | null>(null);
  const query = useInfiniteQuery({ ...filteredUsers(filter), placeholderData: (previous) => previous });
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <>
      <FilterBar
        searchLabel={userTexts.searchByName}
        choiceLabel={userTexts.columns.role}
        className="mb-4 sm:grid-cols-[minmax(0,1fr)_min(14rem,45%)]"
        {...bar}
      />
      <p className="mb-4 min-h-6 text-muted tabular-nums">{query.isSuccess && userTexts.count(total)}</p>
      <PagedTable
        query={query}
        caption={userTexts.caption}
        columns={columns(self._id, setChosen)}
        empty={<EmptyState kind="search" title={userTexts.noneFound} text={userTexts.noneFoundText} />}
      />
      {/* A list that failed is pending again when it is fetched again: what is typed below stays. */}
      {(query.isFetched || !query.isPending) && children}
      <UserDialog choice={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

const columns = (ownId: string, choose: (choice: UserChoice) => void): readonly Column<User>[] => [
  {
    title: userTexts.columns.name,
    inLine: "start",
    sortBy: ({ name }) => name,
    cell: ({ name, photoURL, email, emailVerified, isGuest }) => (
      <span className="flex items-center gap-3">
        <Avatar name={name} photo={photoURL} />
        <span className="min-w-0">
          <span className="block font-semibold">
            <UserText>{personName(name)}</UserText>
          </span>
          <span className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
            {isGuest ? userTexts.noAddress : <EmailText>{email}</EmailText>}
            {!isGuest && (
              <Dot tone={emailVerified ? "yes" : "quiet"}>
                {emailVerified ? userTexts.confirmed : userTexts.notConfirmed}
              </Dot>
            )}
          </span>
        </span>
      </span>
    ),
  },
  {
    title: userTexts.columns.role,
    inLine: "last",
    sortBy: ({ role }) => role,
    cell: ({ name, role, isGuest }) => (
      <span className="whitespace-nowrap">{isGuest ? personName(name) : roleNames[role]}</span>
    ),
  },
  {
    title: userTexts.columns.status,
    inLine: "last",
    sortBy: ({ status }) => status,
    cell: ({ status, eraseAt }) => (
      <>
        <Dot tone={status === BLOCKED ? "no" : "yes"}>
          {status === BLOCKED ? userTexts.blocked : userTexts.verified}
        </Dot>
        {eraseAt && <span className="block text-sm text-danger">{userTexts.willBeErased(<Day at={eraseAt} />)}</span>}
      </>
    ),
  },
  {
    title: userTexts.columns.change,
    isNumber: true,
    inLine: "last",
    cell: (user) =>
      user._id === ownId ? (
        <span className="text-sm text-muted">{userTexts.you}</span>
      ) : (
        <div className="flex items-center justify-end gap-1 ps-2 xl:whitespace-nowrap">
          {!user.isGuest && (
            <Button
              look="quiet"
              small
              onClick={() => choose({ what: "role", user })}
              aria-label={uiTexts.actionFor(actionOf(user), user.name)}
            >
              {actionOf(user)}
            </Button>
          )}
          <ActionsMenu label={uiTexts.actionFor(userTexts.more, user.name)} actions={furtherActions(user, choose)} />
        </div>
      ),
  },
];

function furtherActions(user: User, choose: (choice: UserChoice) => void) {
  const actions = [
    { what: "status", label: (user.status === BLOCKED ? userTexts.unblocking : userTexts.blocking).action },
    ...(user.isGuest
      ? ([{ what: "deletion", label: userTexts.guestDeletion.action }] as const)
      : ([
          { what: "sessions", label: userTexts.ending.action },
          ...(user.emailVerified ? ([{ what: "sending", label: userTexts.sending.action }] as const) : []),
          { what: "copying", label: userTexts.copying.action },
          { what: "erasure", label: (user.eraseAt ? userTexts.keeping : userTexts.erasure).action },
        ] as const)),
  ] as const;
  return actions.map(({ what, label }) => ({
    label,
    name: uiTexts.actionFor(label, user.name),
    onChoose: () => choose({ what, user }),
  }));
}

const actionOf = ({ role }: User) => (role === "surveyor" ? userTexts.makeUser : userTexts.makeSurveyor);
