import { describeEarlyClose } from "@survey-app/contract/results/resultLabelText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";

/** Says below a result who closed the survey, and when it was planned to end. */
export function EarlyClose({ survey }: { survey: Survey }) {
  const text = describeEarlyClose(survey, useTimeZone());
  return text && <p className="text-sm text-muted">{text}</p>;
}
