import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { FrozenQuestion } from "./FrozenQuestion.tsx";
import { NoteField } from "./NoteField.tsx";
import { useHasEnded } from "./serverTime.ts";
import type { SurveyFormState } from "./surveyValues.ts";
import { TimeField } from "./TimeField.tsx";

interface FrozenFieldsProps {
  form: SurveyFormState;
  survey: FullSurvey;
  timeZone: string;
}

/** What can change after the first vote: a note, and a later deadline. */
export function FrozenFields({ form, survey, timeZone }: FrozenFieldsProps) {
  const hasEnded = useHasEnded(survey);
  const isDeadlineNeeded = survey.results === "afterClose";
  return (
    <>
      <FrozenQuestion survey={survey} hasEnded={hasEnded} />
      <NoteField count={survey.notes.length} error={form.formState.errors.note?.message} {...form.register("note")} />
      {survey.deadline !== null && !hasEnded && (
        <TimeField
          form={form}
          name="deadline"
          label={surveyTexts.deadline}
          timeLabel={surveyTexts.endTime}
          hint={surveyTexts.laterDeadline(timeZone, isDeadlineNeeded)}
        />
      )}
    </>
  );
}
