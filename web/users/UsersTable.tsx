import type { User } from "@survey-app/contract/users.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSignedInUser } from "../session/useSession.ts";
import { plural, texts } from "../texts.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { MoreRows } from "../ui/MoreRows.tsx";
import { SearchBox } from "../ui/SearchBox.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { listedUsers, type UsersFilter } from "./users.queries.ts";

const roles = [
  { value: "", label: "All roles" },
  { value: "user", label: "user" },
  { value: "pro-user", label: "pro-user" },
  { value: "surveyor", label: "surveyor" },
  { value: "admin", label: "admin" },
];

/** All users, by role, with the button that makes a surveyor of anyone who is none (spec §4). */
export function UsersTable() {
  const self = useSignedInUser();
  const [filter, setFilter] = useState<UsersFilter>({ role: "", q: "" });
  const [chosen, setChosen] = useState<User | null>(null);
  const query = useInfiniteQuery({ ...listedUsers(filter), placeholderData: (previous) => previous });
  const users = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <>
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem]">
        <SearchBox label="Search by name or e-mail" onSearch={(q) => setFilter({ ...filter, q })} />
        <Select
          label="Role"
          hideLabel
          value={filter.role}
          options={roles}
          onChange={(role) => setFilter({ ...filter, role: role as UsersFilter["role"] })}
        />
      </div>
      {query.isSuccess && <p className="mb-4 text-muted tabular-nums">{plural(total, "user")}</p>}
      {query.isPending && <Skeleton className="h-64 w-full" />}
      {query.isError && <ErrorPanel text={texts.noConnection} onRetry={() => void query.refetch()} />}
      {query.isSuccess && users.length === 0 && (
        <EmptyState title="Nobody fits" text="Choose another role or another word." />
      )}
      {users.length > 0 && (
        <>
          <Table caption="Users" columns={columns(self._id, setChosen)} rows={users} rowKey={({ _id }) => _id} />
          <MoreRows
            text={texts.showing(formatCount(users.length), formatCount(total))}
            label={texts.showMore}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
      <RoleDialog user={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

const columns = (ownId: string, choose: (user: User) => void): readonly Column<User>[] => [
  {
    title: "Name",
    cell: ({ name, photoURL }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Avatar name={name} photo={photoURL} /> {name}
      </span>
    ),
  },
  { title: "Email", cell: ({ email }) => email },
  { title: "Role", cell: ({ role }) => role },
  { title: "Status", cell: ({ status }) => <span className="text-muted">{status}</span> },
  {
    title: "Change",
    isNumber: true,
    cell: (user) =>
      user._id === ownId ? (
        <span className="text-sm text-muted">you</span>
      ) : (
        <Button look="quiet" small onClick={() => choose(user)} aria-label={`${actionOf(user)}: ${user.name}`}>
          {actionOf(user)}
        </Button>
      ),
  },
];

const actionOf = ({ role }: User) => (role === "surveyor" ? "Make user" : "Make surveyor");
