import type { InputOf } from "@survey-app/contract/endpoint.ts";
import type { FullSurvey, updateSurvey } from "@survey-app/contract/surveys.ts";
import type { UseFormReturn } from "react-hook-form";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { DeadlineField } from "./DeadlineField.tsx";
import { FrozenQuestion } from "./FrozenQuestion.tsx";
import { NoteField } from "./NoteField.tsx";
import { useHasEnded } from "./serverTime.ts";
import type { SurveyValues } from "./surveyValues.ts";

interface FrozenFieldsProps {
  form: UseFormReturn<SurveyValues, unknown, InputOf<typeof updateSurvey>["body"]>;
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
        <DeadlineField form={form} hint={surveyTexts.laterDeadline(timeZone, isDeadlineNeeded)} />
      )}
    </>
  );
}
