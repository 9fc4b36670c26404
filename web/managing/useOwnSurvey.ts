import { change } from "@survey-app/contract/ballots/rights.ts";
import { useQuery } from "@tanstack/react-query";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useTotals } from "../live/totals.ts";
import { may } from "../session/may.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { oneSurvey } from "../surveys/surveys.queries.ts";
import { useOwnResults } from "../surveys/useOwnResults.ts";

/**
 * One survey for a page of its owner or of an admin; others' surveys count as missing. Fetched again on each visit,
 * because what is edited or counted should be the stored version.
 * @param mayBeCached whether the page shows the version of an earlier visit until then
 */
export function useOwnSurvey(id: string, mayBeCached = false) {
  const user = useSignedInUser();
  const query = useQuery({ ...oneSurvey(id, user._id), refetchOnMount: "always" });
  const isOwn = query.data !== undefined && may(change, user, query.data);
  const isMissing = query.error instanceof ApiRequestError ? query.error.status === 404 : query.isSuccess && !isOwn;
  const isHere = (mayBeCached ? query.data !== undefined : query.isFetchedAfterMount) && isOwn;
  const survey = useOwnResults(useTotals(isHere ? query.data : undefined));
  return {
    survey: isMissing ? undefined : survey,
    isMissing,
    failure: query.isError && !isMissing && !isHere ? failureOf(query.error) : null,
    retry: () => void query.refetch(),
  };
}
