import { isPublicAs, type PublishedSurvey } from "@survey-app/contract/surveys/publication.ts";
import { usePublication } from "../surveys/serverTime.ts";

/** Why the survey can't be shared: only its owner and the admins can open it. Null if it can. */
export function useShareBlock(survey: PublishedSurvey) {
  const publication = usePublication(survey);
  if (isPublicAs(publication)) return null;
  return publication === "scheduled" ? "scheduled" : "waiting";
}
