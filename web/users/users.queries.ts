import { revokeUserSessions } from "@survey-app/contract/session.ts";
import {
  BLOCKED,
  listUsers,
  type Role,
  setUserRole,
  setUserStatus,
  type User,
  VERIFIED,
} from "@survey-app/contract/users.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { ownPages } from "../api/ownPages.ts";
import { setFields } from "../api/pagination.ts";
import { useChange } from "../api/useChange.ts";

export interface UsersFilter {
  role: Role | "";
  q: string;
}

export const listedUsers = (filter: UsersFilter) =>
  ownPages(["users", filter], listUsers, { query: setFields(filter) });

/** Makes a surveyor a user, and everyone else a surveyor. */
export const useSwitchRole = () =>
  useChange(
    ({ _id: id, role }: User) =>
      // A request without a body promotes to surveyor, as the spec's client sends it.
      api(setUserRole, { params: { id }, body: role === "surveyor" ? { role: "user" } : undefined }),
    ["users"],
  );

/** Blocks a user, or unblocks a blocked one. */
export const useSwitchStatus = () =>
  useChange(
    ({ _id: id, status }: User) =>
      api(setUserStatus, { params: { id }, body: { status: status === BLOCKED ? VERIFIED : BLOCKED } }),
    ["users"],
  );

export function useEndSessionsOf() {
  return useMutation({ mutationFn: (user: User) => api(revokeUserSessions, { params: { id: user._id } }) });
}
