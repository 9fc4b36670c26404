import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { useHasEnded } from "../surveys/serverTime.ts";

export type ShareReason = "vote" | "follow" | "result";

/** The use that people have for the survey's link now. */
export function useShareReason(survey: Survey): ShareReason {
  const hasEnded = useHasEnded(survey);
  if (hasEnded) return "result";
  return survey.electorate === "invited" ? "follow" : "vote";
}
