import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import { describeOpening } from "@survey-app/contract/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { DatedText } from "../ui/DatedText.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";

/** A line for each setting of a survey that is not the default. */
export function VotingRules({ survey }: { survey: Pick<Survey, "resultsOpen" | keyof BallotSettings> }) {
  const zone = useTimeZone();
  const rules = [
    {
      key: "who",
      icon: { path: innerIcons.users },
      text: survey.electorate === "invited" ? ballotTexts.invitedRule : "",
    },
    { key: "results", icon: { name: "clock" }, text: describeOpening(survey, false, zone) },
    { key: "privacy", icon: { path: innerIcons.lock }, text: ballotTexts.privacyRules[survey.privacy] },
    { key: "change", icon: { path: innerIcons.pencil }, text: survey.changeable ? ballotTexts.changeRule : "" },
    { key: "unsure", icon: { name: "question" }, text: survey.unsure ? ballotTexts.unsureRule : "" },
  ] as const;
  return (
    <ul className="space-y-1.5 text-sm">
      {rules.map(
        ({ key, icon, text }) =>
          text && (
            <li key={key} className="flex gap-2">
              <span className="mt-0.5 text-muted">
                <Icon {...icon} size={16} />
              </span>
              <span>
                <DatedText text={text} />
              </span>
            </li>
          ),
      )}
    </ul>
  );
}
