import {
  createCodes,
  type Invitation,
  type InvitationState,
  listInvitations,
  reissueInvitation,
  removeInvitation,
  replaceCodes,
  sendInvitations,
} from "@survey-app/contract/invitations/invitations.ts";
import {
  listWaitingPeople,
  makeWaitingCodes,
  removeWaitingPerson,
  type WaitingPerson,
} from "@survey-app/contract/invitations/waitingPeople.ts";
import { api } from "../api/api.ts";
import { setFields } from "../api/pagination.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { privateQuery } from "../api/privateQuery.ts";
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

/** The people who wait on a list until an admin allows codes. */
export const waitingPeopleOf = (listId: string) =>
  privateListQuery(["invitations", listId, "waiting"], listWaitingPeople, { params: { id: listId }, query: {} });

/** The consequences of replacing all codes of a list: for the codes, and for the public number of replaced ones. */
export const replacementOf = (listId: string) =>
  privateQuery(["invitations", listId, "replacement"], replaceCodes, {
    params: { id: listId },
    body: { all: true, dryRun: true },
  });

/** The codes of a list that no longer work; only their number is used. */
export const endedCodesOf = (surveyId: string) =>
  privateListQuery(["invitations", surveyId, "endedCodes"], listInvitations, {
    params: { id: surveyId },
    query: { codes: "ended", limit: 1 },
  });

/**
 * The queries that a change of a list invalidates: the list, the survey or meeting with its number of people, and what
 * can be sent to them.
 */
export const changedByList = [["invitations"], ["surveys"], ["sending"], ["meetings"]] as const;

export const useCreateCodes = (id: string) =>
  useInvalidatingMutation(
    (body: { count: number; ticket: string }) => api(createCodes, { params: { id }, body }),
    ...changedByList,
  );

/**
 * Replaces a part of the codes that no longer work, or of all codes.
 * @param after with `all`: the invitation of the last code that was replaced; null for the first part
 */
export const useReplaceCodes = (id: string, all: boolean) =>
  useInvalidatingMutation(
    ({ ticket, after }: { ticket: string; after: string | null }) =>
      api(replaceCodes, { params: { id }, body: { ticket, all, after } }),
    ...changedByList,
  );

/** Makes codes for a part of the people who wait. */
export const useMakeWaitingCodes = (id: string) =>
  useInvalidatingMutation(
    ({ ticket }: { ticket: string }) => api(makeWaitingCodes, { params: { id }, body: { ticket } }),
    ...changedByList,
  );

export const useRemoveWaiting = (id: string) =>
  useInvalidatingMutation(
    ({ _id: person }: WaitingPerson) => api(removeWaitingPerson, { params: { id, person } }),
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
