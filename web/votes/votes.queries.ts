import { getInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { listMyChoices as choicesOf, getMyVote, listSurveyVotes } from "@survey-app/contract/votes/votes.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, apiPage, apiWithBearer } from "../api/api.ts";
import { pageAfter, paging } from "../api/pagination.ts";
import type { OpenedInvitation } from "./openedInvitation.ts";
import type { VotesReader } from "./useVotesReader.ts";

/** The filter of listed votes; "" for all. */
export interface VotesFilter {
  q: string;
  shown: "" | "1" | "0" | "2" | "commented";
  order: "newest" | "oldest";
}

export const ALL_VOTES: VotesFilter = { q: "", shown: "", order: "newest" };

/** The votes on a survey as a reader sees them: their own row unmasked, others' masked. */
export const surveyVotes = (surveyId: string, { key, bearer }: VotesReader, { q, shown, order } = ALL_VOTES) =>
  infiniteQueryOptions({
    queryKey: ["votes", "ofSurvey", surveyId, key, q, shown, order],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(q && { q }),
        ...(shown === "commented" ? { commented: "1" as const } : shown && { vote: shown }),
        ...(order === "oldest" && { order }),
        ...pageAfter(pageParam),
      };
      return apiPage(listSurveyVotes, { params: { id: surveyId }, query }, signal, bearer);
    },
    ...paging,
    ...(key && { meta: { private: true } }),
  });

/** The votes of `reader` on these surveys; surveys without one are left out. */
export const ownChoices = (surveyIds: readonly string[], reader: string | null) =>
  queryOptions({
    queryKey: ["votes", "choices", reader, surveyIds],
    queryFn: ({ signal }) => api(choicesOf, { query: { surveys: surveyIds.join(",") } }, signal),
    enabled: reader !== null && surveyIds.length > 0,
    meta: { private: true },
  });

/** The vote of `reader`'s account on a survey. */
export const ownVoteOn = (surveyId: string, reader: string | null) =>
  queryOptions({
    queryKey: ["votes", "own", surveyId, reader],
    queryFn: ({ signal }) => api(getMyVote, { params: { id: surveyId } }, signal),
    enabled: reader !== null,
    meta: { private: true },
  });

/** The query of an opened invitation: its vote, if this browser cast it, and whether it was used elsewhere. */
export const openedInvitationOn = (surveyId: string, invitation: OpenedInvitation | null) =>
  queryOptions({
    queryKey: ["votes", "opened", surveyId, invitation?.token ?? null],
    queryFn: ({ signal }) =>
      apiWithBearer(invitation?.token ?? null, getInvitation, { params: { id: surveyId } }, signal),
    enabled: invitation !== null,
    meta: { private: true },
  });
