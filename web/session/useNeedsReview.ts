import { needsReview } from "@survey-app/contract/askingPolicies.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useSettings } from "./settings.ts";

/** Whether an admin must publish a survey; without one, whether that holds for surveys in public lists. */
export function useNeedsReview(survey: Pick<Survey, "listed" | "electorate"> = LISTED): boolean {
  return needsReview(useSettings(), survey);
}

const LISTED = { listed: true, electorate: "everyone" } as const;
