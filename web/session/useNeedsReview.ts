import { needsReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { useSettings } from "../api/settings.ts";

/** Whether an admin must publish a survey. */
export function useNeedsReview(survey: Pick<Survey, "listed" | "electorate">): boolean {
  return needsReview(useSettings(), survey);
}
