import { describeHead } from "@survey-app/contract/labelText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { ReportSurvey } from "../votes/ReportSurvey.tsx";
import { Outcome } from "./Outcome.tsx";
import { SurveyHistory } from "./SurveyHistory.tsx";
import { SurveyNotes } from "./SurveyNotes.tsx";
import { SurveyRecord } from "./SurveyRecord.tsx";

interface SurveyStoryProps {
  survey: FullSurvey;
  /** Voting has not started. */
  isPreview: boolean;
}

/** What happened to a survey: the outcome, notes, changes, and the votes over time. */
export function SurveyStory({ survey, isPreview }: SurveyStoryProps) {
  return (
    <div className="space-y-8 empty:hidden">
      <Outcome survey={survey} />
      <SurveyNotes notes={survey.notes} />
      <SurveyRecord survey={survey} />
      {!isPreview && <ReportSurvey survey={survey} />}
      <SurveyHistory survey={survey} />
      <p className="hidden break-words text-sm text-muted print:block">{describeHead(survey.label)}</p>
    </div>
  );
}
