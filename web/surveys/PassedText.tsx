import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";

/** Whether a closed survey has passed by its rule. Loaded late, because few surveys have one. */
export function PassedText({ survey }: { survey: Survey }) {
  return describeFinal(survey);
}
