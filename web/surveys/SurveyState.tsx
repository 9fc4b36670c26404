import { type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { Deferred, deferred } from "../api/deferred.tsx";
import { Dot } from "../ui/Dot.tsx";
import { ScheduledFor } from "./ScheduledFor.tsx";
import { useHasEnded, useIsBeforeStart } from "./serverTime.ts";

// Only owners and admins see it.
const unpublishedFor = deferred(async () => (await import("./UnpublishedFor.tsx")).UnpublishedFor, null);

/** Awaiting review, scheduled, or running or ended in the spec's words. */
export function SurveyState({ survey }: { survey: Survey }) {
  const isOver = useHasEnded(survey);
  const waits = useIsBeforeStart(survey);
  const { unpublished, sentBack } = survey;
  if (sentBack && unpublished)
    return (
      <Dot tone="no">
        <Deferred component={unpublishedFor} props={{ reason: unpublished.reason }} />
      </Dot>
    );
  if (sentBack) return <Dot tone="no">{surveyTexts.sentBack}</Dot>;
  if (survey.status === WAITING) return <Dot tone="no">{surveyTexts.waiting}</Dot>;
  if (waits) {
    return (
      <Dot tone="quiet">
        <ScheduledFor survey={survey} />
      </Dot>
    );
  }
  return <Dot tone={isOver ? "quiet" : "yes"}>{surveyWords.state(isOver)}</Dot>;
}
