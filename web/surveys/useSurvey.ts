import { useQuery } from "@tanstack/react-query";
import { Refusal } from "../api.ts";
import { failureOf } from "../failure.ts";
import { useUser } from "../session/useSession.ts";
import { useHasEnded } from "./serverTime.ts";
import { oneSurvey } from "./surveys.queries.ts";

/** One survey for a page: itself, or why it isn't there. */
export function useSurvey(id: string) {
  const user = useUser();
  const query = useQuery({ ...oneSurvey(id, user?._id ?? null), placeholderData: (previous) => previous });
  const survey = query.data?._id === id ? query.data : undefined;
  const ended = useHasEnded(survey ?? { deadline: null });
  const isMissing = query.error instanceof Refusal && query.error.status === 404;
  const failure = query.isError && !survey && !isMissing ? failureOf(query.error) : null;
  return { survey, ended, isMissing, failure, retry: () => void query.refetch() };
}
