import { getInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { getSurveyResults, type Survey, type SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import { openLinkSurvey } from "@survey-app/contract/votes/linkVotes.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, apiWithBearer } from "../api/api.ts";
import { useLiveState } from "../live/followTotals.ts";
import { useUser } from "../session/useSession.ts";
import { type OpenedInvitation, useOpenedInvitation } from "../votes/openedInvitation.ts";

/** The time between two requests for results that only voters see, in ms: streams carry what everyone sees. */
const REREAD_MS = 5000;

/** The totals of a survey as `reader`, or the holder of an opened invitation, sees them. */
const ownResults = (id: string, reader: string | null, invitation: OpenedInvitation | "link" | null) =>
  queryOptions({
    queryKey: ["surveys", "results", id, invitation === "link" ? invitation : (invitation?.token ?? reader)],
    queryFn: async ({ signal }): Promise<SurveyTotals> => {
      const request = { params: { id } };
      if (invitation === null) return api(getSurveyResults, request, signal);
      return invitation === "link"
        ? (await apiWithBearer(null, openLinkSurvey, request, signal)).results
        : (await apiWithBearer(invitation.token, getInvitation, request, signal)).results;
    },
    meta: { private: true },
  });

/**
 * A survey with the results that the current user sees: where each person sees them after their own vote, voters see
 * more than the page that is the same for everyone.
 */
export function useOwnResults<S extends Survey>(survey: S | undefined): S | undefined {
  const reader = useUser()?._id ?? null;
  const opened = useOpenedInvitation(survey?._id ?? "");
  const invitation = survey?.electorate === "link" ? "link" : opened;
  const isPaused = useLiveState() === "paused";
  const id = survey?._id ?? "";
  const { data } = useQuery({
    ...ownResults(id, reader, invitation),
    enabled: (reader !== null || invitation !== null) && survey?.results === "afterVote" && !survey.resultsVisible,
    refetchInterval: ({ state }) => (state.data?.resultsVisible && !isPaused ? REREAD_MS : false),
  });
  if (!survey || survey.resultsVisible || !data?.resultsVisible) return survey;
  const { surveyId: _, ...results } = data;
  return { ...survey, ...results };
}
