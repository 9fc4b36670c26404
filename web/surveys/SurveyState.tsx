import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { Deferred, deferred } from "../api/deferred.tsx";
import { Dot } from "../ui/Dot.tsx";
import { ScheduledFor } from "./ScheduledFor.tsx";
import { usePublication } from "./serverTime.ts";

// Only owners and admins see it.
const unpublishedFor = deferred(async () => (await import("./UnpublishedFor.tsx")).UnpublishedFor, null);

/** The state of a survey: running and ended in the spec's words. */
export function SurveyState({ survey }: { survey: Survey }) {
  const publication = usePublication(survey);
  switch (publication) {
    case "waiting":
      return <Dot tone="no">{surveyTexts.waiting}</Dot>;
    case "sentBack":
      return <Dot tone="no">{surveyTexts.sentBack}</Dot>;
    case "unpublished":
      return (
        <Dot tone="no">
          <Deferred component={unpublishedFor} props={{ reason: survey.unpublished?.reason ?? "unstated" }} />
        </Dot>
      );
    case "scheduled":
      return (
        <Dot tone="quiet">
          <ScheduledFor survey={survey} />
        </Dot>
      );
    default:
      return (
        <Dot tone={publication === "published" ? "yes" : "quiet"}>{surveyWords.state(publication !== "published")}</Dot>
      );
  }
}
