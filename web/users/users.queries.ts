import { cancelErasure, exportDataOf, scheduleErasure, sendData } from "@survey-app/contract/account/erasure.ts";
import { deleteGuest } from "@survey-app/contract/account/guests.ts";
import {
  inviteToAccount,
  listAccountInvitations,
  revokeAccountInvitation,
} from "@survey-app/contract/session/registration.ts";
import { revokeUserSessions } from "@survey-app/contract/session/session.ts";
import {
  BLOCKED,
  listUsers,
  type Role,
  setUserRole,
  setUserStatus,
  type User,
  VERIFIED,
} from "@survey-app/contract/users/users.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { setFields } from "../api/pagination.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { saveData } from "../ui/downloadFile.ts";

export interface UsersFilter {
  role: Role | "";
  q: string;
}

export const filteredUsers = (filter: UsersFilter) =>
  privateListQuery(["users", filter], listUsers, { query: setFields(filter) });

/** Makes a surveyor a user, and everyone else a surveyor. */
export const useSwitchRole = () =>
  useInvalidatingMutation(
    ({ _id: id, role }: User) =>
      // A request without a body promotes to surveyor, as the spec's client sends it.
      api(setUserRole, { params: { id }, body: role === "surveyor" ? { role: "user" } : undefined }),
    ["users"],
  );

/** Blocks a user, or unblocks a blocked one. */
export const useSwitchStatus = () =>
  useInvalidatingMutation(
    ({ _id: id, status }: User) =>
      api(setUserStatus, { params: { id }, body: { status: status === BLOCKED ? VERIFIED : BLOCKED } }),
    ["users"],
  );

export function useEndSessionsOf() {
  return useMutation({ mutationFn: (user: User) => api(revokeUserSessions, { params: { id: user._id } }) });
}

/** Deletes a guest with all they asked. */
export const useDeleteGuest = () =>
  useInvalidatingMutation(({ _id: id }: User) => api(deleteGuest, { params: { id } }), ["users"]);

/** Decides that a user's account is deleted, or takes that back. */
export const useSwitchErasure = () =>
  useInvalidatingMutation(
    async ({ _id: id, eraseAt }: User): Promise<unknown> =>
      eraseAt ? api(cancelErasure, { params: { id } }) : api(scheduleErasure, { params: { id } }),
    ["users"],
  );

export const useSendData = () => useMutation({ mutationFn: ({ _id: id }: User) => api(sendData, { params: { id } }) });

/** Saves an admin's copy of a user's data as a file. */
export const useCopyData = () =>
  useMutation({
    mutationFn: async ({ _id: id }: User) => saveData(await api(exportDataOf, { params: { id } })),
  });

const INVITATIONS = ["account invitations"];

export const accountInvitations = () => privateQuery(INVITATIONS, listAccountInvitations, {});

export const useInviteToAccount = () =>
  useInvalidatingMutation((email: string) => api(inviteToAccount, { body: { email } }), INVITATIONS);

export const useRevokeAccountInvitation = () =>
  useInvalidatingMutation((id: string) => api(revokeAccountInvitation, { params: { id } }), INVITATIONS);
