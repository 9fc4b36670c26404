import { useQuery } from "@tanstack/react-query";
import { Refusal } from "../api.ts";
import { useUser } from "../session/useSession.ts";
import { useHasEnded } from "./serverTime.ts";
import { oneSurvey } from "./surveys.queries.ts";

/** One survey for a page: itself, or why it isn't there. */
export function useSurvey(id: string) {
  const user = useUser();
  const query = useQuery({ ...oneSurvey(id, user?._id ?? null), placeholderData: (previous) => previous });
  const survey = query.data?._id === id ? query.data : undefined;
  const ended = useHasEnded(survey ?? { deadline: null });
  const isMissing = query.error instanceof Refusal && query.error.status < 500;
  return { survey, ended, isMissing, hasFailed: query.isError && !isMissing, retry: () => void query.refetch() };
}
