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
import { setFields } from "../api/pagination.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

export interface InvitationsFilter {
  state: InvitationState | "";
  q: string;
}

export const invitationsOf = (surveyId: string, filter: InvitationsFilter) =>
  privateListQuery(["invitations", surveyId, filter], listInvitations, {
    params: { id: surveyId },
    query: setFields(filter),
  });

/** What is read again after a change of a list: it, the survey, which says how many people are on it, and what can be sent to them. */
export const changedByList = [["invitations"], ["surveys"], ["sending"]] as const;

export const useCreateCodes = (id: string) =>
  useInvalidatingMutation(
    (body: { count: number; ticket: string }) => api(createCodes, { params: { id }, body }),
    ...changedByList,
  );

export const useSendInvitations = (id: string) =>
  useInvalidatingMutation(() => api(sendInvitations, { params: { id } }), ...changedByList);

export const useReissue = (id: string) =>
  useInvalidatingMutation(
    ({ _id: invitation }: Invitation) => api(reissueInvitation, { params: { id, invitation }, body: undefined }),
    ...changedByList,
  );

/** Corrects the address of an invitation that no link has reached, and sends the link there. */
export const useCorrectAddress = (id: string) =>
  useInvalidatingMutation(
    ({ invitation, email }: { invitation: string; email: string }) =>
      api(reissueInvitation, { params: { id, invitation }, body: { email } }),
    ...changedByList,
  );

export const useRemoveInvitation = (id: string) =>
  useInvalidatingMutation(
    ({ _id: invitation }: Invitation) => api(removeInvitation, { params: { id, invitation } }),
    ...changedByList,
  );
