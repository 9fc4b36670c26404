import {
  createCodes,
  type Invitation,
  type InvitationState,
  listInvitations,
  reissueInvitation,
  removeInvitation,
  sendInvitations,
} from "@survey-app/contract/invitations.ts";
import { api } from "../api/api.ts";
import { ownPages } from "../api/ownPages.ts";
import { setFields } from "../api/pagination.ts";
import { useChange } from "../api/useChange.ts";

export interface InvitationsFilter {
  state: InvitationState | "";
  q: string;
}

export const invitationsOf = (surveyId: string, filter: InvitationsFilter) =>
  ownPages(["invitations", surveyId, filter], listInvitations, { params: { id: surveyId }, query: setFields(filter) });

/** What is read again after a change of a list: it, and the survey, which says how many people are on it. */
const changed = [["invitations"], ["surveys"]] as const;

export const useCreateCodes = (id: string) =>
  useChange((body: { count: number; ticket: string }) => api(createCodes, { params: { id }, body }), ...changed);

export const useSendInvitations = (id: string) => useChange(() => api(sendInvitations, { params: { id } }), ...changed);

export const useReissue = (id: string) =>
  useChange(({ _id: invitation }: Invitation) => api(reissueInvitation, { params: { id, invitation } }), ...changed);

export const useRemoveInvitation = (id: string) =>
  useChange(({ _id: invitation }: Invitation) => api(removeInvitation, { params: { id, invitation } }), ...changed);
