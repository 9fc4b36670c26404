import { useQuery } from "@tanstack/react-query";
import { ownRequest } from "../managing/asking.ts";
import { useOwnSurvey } from "../managing/useOwnSurvey.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useSignedInUser } from "../session/useSession.ts";

/**
 * The survey of an owner's page, for its owner and admins. People who are not surveyors have the page of the question
 * with which they request to become one, and those of the unlisted surveys that they may ask, guests among them;
 * `isForSurveyors` if it is another survey of theirs.
 */
export function useManagedSurvey(id: string) {
  const user = useSignedInUser();
  const { survey, ...loading } = useOwnSurvey(id, true);
  const request = useQuery(ownRequest(user));
  const isRequest = request.data?.survey._id === id;
  const asksUnlisted = useAsksUnlisted();
  const mayManage =
    !isRequestingSurveyor(user) || user.isGuest || isRequest || (asksUnlisted && survey?.listed === false);
  return {
    ...loading,
    survey: mayManage ? survey : undefined,
    isForSurveyors: survey !== undefined && !mayManage && !request.isLoading,
  };
}
