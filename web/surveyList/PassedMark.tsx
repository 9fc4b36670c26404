import { summarizeOutcome } from "@survey-app/contract/outcomeText.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";

/** "Passed" or "Not passed" on the card of a closed survey with a rule, whose result the reader sees. Loaded late, because few surveys have one. */
export function PassedMark({ survey }: { survey: Survey }) {
  if (survey.yesVotes === null) return null;
  return <p className="text-end text-sm font-semibold wide:text-start">{summarizeOutcome(survey)}</p>;
}
