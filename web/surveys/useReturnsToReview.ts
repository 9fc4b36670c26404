import { isFrozen, PUBLISHED, type Survey } from "@survey-app/contract/surveys.ts";
import { useSettings } from "../session/settings.ts";
import { useUser } from "../session/useSession.ts";

/** Whether saving a change takes the survey offline until an admin has reviewed it (product §5). */
export function useReturnsToReview(survey: Survey | undefined): boolean {
  const { review } = useSettings();
  const role = useUser()?.role;
  return review && role !== "admin" && survey?.status === PUBLISHED && !isFrozen(survey);
}
