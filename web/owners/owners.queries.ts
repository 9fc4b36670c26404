import {
  acceptCoOwnership,
  type CoOwner,
  inviteCoOwner,
  leaveSurvey,
  listOwners,
  listSharedSurveys,
  removeCoOwner,
  type SharedSurveys,
} from "@survey-app/contract/surveys/owners.ts";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

export const ownersOf = (surveyId: string) =>
  privateQuery(["surveys", "owners", surveyId], listOwners, { params: { id: surveyId } });

/** The surveys that others share with the user with this id. */
export const sharedSurveys = (userId: string) => privateQuery(["surveys", "shared", userId], listSharedSurveys, {});

export const useInviteCoOwner = (id: string) =>
  useInvalidatingMutation(
    (email: string) => api(inviteCoOwner, { params: { id }, body: { email } }),
    ownersOf(id).queryKey,
  );

export const useRemoveCoOwner = (id: string) =>
  useInvalidatingMutation(
    ({ _id: owner }: CoOwner) => api(removeCoOwner, { params: { id, owner } }),
    ownersOf(id).queryKey,
  );

/** A survey that is shared with the user. */
export type SharedSurvey = Pick<SharedSurveys["invitations"][number], "surveyId" | "Title" | "language">;

export const useAccept = () =>
  useInvalidatingMutation(({ surveyId: id }: SharedSurvey) => api(acceptCoOwnership, { params: { id } }), ["surveys"]);

/** Leaves a survey, or declines the invitation. */
export const useLeave = () =>
  useInvalidatingMutation(({ surveyId: id }: SharedSurvey) => api(leaveSurvey, { params: { id } }), ["surveys"]);
