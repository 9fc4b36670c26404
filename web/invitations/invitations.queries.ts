import {
  createCodes,
  type Invitation,
  type InvitationState,
  listInvitations,
  reissueInvitation,
  removeInvitation,
  sendInvitations,
} from "@survey-app/contract/invitations.ts";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiPage } from "../api/api.ts";
import { after, privatePaging, setFields } from "../api/pagination.ts";
import { readAgain } from "../api/queryClient.ts";

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

/** Reads the list again after a change of it, and the survey, which says how many people are on it. */
function useChange<Values, Response>(change: (values: Values) => Promise<Response>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after an error: the change may have been stored although no response arrived.
    onSettled: () => readAgain(client, ["invitations"], ["surveys"]),
  });
}

export const useCreateCodes = (surveyId: string) =>
  useChange((body: { count: number; ticket: string }) => api(createCodes, { params: { id: surveyId }, body }));

export const useSendInvitations = (surveyId: string) =>
  useChange(() => api(sendInvitations, { params: { id: surveyId } }));

export const useReissue = (surveyId: string) =>
  useChange(({ _id: invitation }: Invitation) => api(reissueInvitation, { params: { id: surveyId, invitation } }));

export const useRemoveInvitation = (surveyId: string) =>
  useChange(({ _id: invitation }: Invitation) => api(removeInvitation, { params: { id: surveyId, invitation } }));
