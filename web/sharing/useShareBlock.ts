import { type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { useIsBeforeStart } from "../surveys/serverTime.ts";

/** Why the survey can't be shared: only its owner and the admins can open it. Null if it can. */
export function useShareBlock(survey: Pick<Survey, "status" | "scheduled" | "createDate">) {
  const waits = useIsBeforeStart(survey);
  if (survey.status === WAITING) return "waiting";
  return waits ? "scheduled" : null;
}
