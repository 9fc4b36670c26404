import type { Survey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "../session/useSession.ts";
import { useOpenedInvitation } from "../votes/openedInvitation.ts";
import { useLiveState } from "./liveTotals.ts";
import { ownResults } from "./surveys.queries.ts";

/** The time between two requests for results that only voters see, in ms: streams carry what everyone sees. */
const REREAD_MS = 5000;

/**
 * A survey with the results that the current user sees: where each person sees them after their own vote, voters see more
 * than the page that is the same for everyone.
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
