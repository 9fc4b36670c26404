import { revokeUserSessions } from "@survey-app/contract/session.ts";
import {
  type BLOCKED,
  listUsers,
  type Role,
  setUserRole,
  setUserStatus,
  type User,
  type VERIFIED,
} from "@survey-app/contract/users.ts";
import { infiniteQueryOptions, useMutation } from "@tanstack/react-query";
import { api, apiPage } from "../api/api.ts";
import { after, privatePaging, setFields } from "../api/pagination.ts";
import { useChange } from "../api/useChange.ts";

export interface UsersFilter {
  role: Role | "";
  q: string;
}

export const listedUsers = (filter: UsersFilter) =>
  infiniteQueryOptions({
    queryKey: ["users", filter],
    queryFn: ({ pageParam, signal }) =>
      apiPage(listUsers, { query: { ...setFields(filter), ...after(pageParam) } }, signal),
    ...privatePaging,
    // Other users sign up meanwhile.
    staleTime: 0,
  });

export const useChangeRole = () =>
  useChange(
    ({ user, role }: { user: User; role: "surveyor" | "user" }) =>
      // A request without a body promotes to surveyor, as the spec's client sends it.
      api(setUserRole, { params: { id: user._id }, body: role === "surveyor" ? undefined : { role } }),
    ["users"],
  );

export const useChangeStatus = () =>
  useChange(
    ({ user, status }: { user: User; status: typeof VERIFIED | typeof BLOCKED }) =>
      api(setUserStatus, { params: { id: user._id }, body: { status } }),
    ["users"],
  );

export function useEndSessionsOf() {
  return useMutation({ mutationFn: (user: User) => api(revokeUserSessions, { params: { id: user._id } }) });
}
