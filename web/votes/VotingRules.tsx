import { describeOpening } from "@survey-app/contract/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";

/** A line for each setting of a survey that is not the default. */
export function VotingRules({ survey }: { survey: Pick<Survey, "resultsOpen" | "unsure"> }) {
  const zone = useTimeZone();
  const rules = [
    { icon: "clock", text: describeOpening(survey, false, zone) },
    { icon: "question", text: survey.unsure ? ballotTexts.unsureRule : "" },
  ] as const;
  return (
    <ul className="space-y-1.5 text-sm">
      {rules.map(
        ({ icon, text }) =>
          text && (
            <li key={icon} className="flex gap-2">
              <span className="mt-0.5 text-muted">
                <Icon name={icon} size={16} />
              </span>
              {text}
            </li>
          ),
      )}
    </ul>
  );
}
