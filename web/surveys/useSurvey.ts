import { WAITING } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useSession } from "../session/useSession.ts";
import { useHasEnded, useWaitsForStart } from "./serverTime.ts";
import { oneSurvey } from "./surveys.queries.ts";

/** One survey for a page: itself, or why it isn't there. */
export function useSurvey(id: string) {
  const session = useSession();
  const reader = session.phase === "signedIn" ? session.user._id : null;
  const query = useQuery({ ...oneSurvey(id, reader), placeholderData: (previous) => previous });
  const survey = query.data?._id === id ? query.data : undefined;
  const ended = useHasEnded(survey ?? { deadline: null });
  const waits = useWaitsForStart(survey ?? { status: WAITING, scheduled: false, createDate: "" });
  const isRefused = query.error instanceof ApiRequestError && query.error.status === 404;
  const failure = query.isError && !survey && !isRefused ? failureOf(query.error) : null;
  return {
    survey,
    ended,
    /** Only owner and admins see it yet, and nobody votes. */
    isPreview: survey !== undefined && (survey.status === WAITING || waits),
    // What a visitor can't find may be there for its owner, so that is not said before it is known who reads.
    isMissing: isRefused && session.phase !== "loading",
    failure,
    retry: () => void query.refetch(),
  };
}
