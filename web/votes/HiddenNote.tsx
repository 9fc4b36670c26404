import type { Survey } from "@survey-app/contract/surveys.ts";
import { dayMonthYear, timeOfDay } from "@survey-app/contract/time.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";

interface HiddenNoteProps {
  survey: Survey;
  /** Says what is hidden, and when it appears. */
  text: (when: string) => string;
}

/** In place of what is hidden with the result. */
export function HiddenNote({ survey, text }: HiddenNoteProps) {
  const zone = useTimeZone();
  return (
    <p className="flex gap-2.5 text-muted">
      <span className="mt-0.5">
        <Icon path={innerIcons.lock} />
      </span>
      {survey.resultsOpen === "tooFewVotes" ? ballotTexts.fewComments : text(whenOpens(survey, zone))}
    </p>
  );
}

function whenOpens({ resultsOpen }: Survey, zone: string): string {
  if (resultsOpen === null) return ballotTexts.opensSoon;
  if (resultsOpen === "afterYourVote") return ballotTexts.opensAfterVote;
  return ballotTexts.opensOn(dayMonthYear(resultsOpen, zone), timeOfDay(resultsOpen, zone));
}
