import { describeOutcome } from "@survey-app/contract/results/outcomeText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";

/** Whether a closed survey has passed by its rule. Loaded late, because few surveys have one. */
export function RuleOutcome({ survey }: { survey: Survey }) {
  return describeOutcome(survey);
}
