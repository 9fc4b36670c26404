import {
  createCodes,
  type Invitation,
  type InvitationState,
  listInvitations,
  reissueInvitation,
  removeInvitation,
  sendInvitations,
} from "@survey-app/contract/invitations.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, apiPage } from "../api/api.ts";
import { after, privatePaging, setFields } from "../api/pagination.ts";
import { useChange } from "../api/useChange.ts";

export interface InvitationsFilter {
  state: InvitationState | "";
  q: string;
}

export const invitationsOf = (surveyId: string, filter: InvitationsFilter) =>
  infiniteQueryOptions({
    queryKey: ["invitations", surveyId, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...setFields(filter), ...after(pageParam) };
      return apiPage(listInvitations, { params: { id: surveyId }, query }, signal);
    },
    ...privatePaging,
    // Emails are sent, and people vote, meanwhile.
    staleTime: 0,
  });

/** What is read again after a change of a list: it, and the survey, which says how many people are on it. */
const changed = [["invitations"], ["surveys"]] as const;

export const useCreateCodes = (id: string) =>
  useChange((body: { count: number; ticket: string }) => api(createCodes, { params: { id }, body }), ...changed);

export const useSendInvitations = (id: string) => useChange(() => api(sendInvitations, { params: { id } }), ...changed);

export const useReissue = (id: string) =>
  useChange(({ _id: invitation }: Invitation) => api(reissueInvitation, { params: { id, invitation } }), ...changed);

export const useRemoveInvitation = (id: string) =>
  useChange(({ _id: invitation }: Invitation) => api(removeInvitation, { params: { id, invitation } }), ...changed);
