import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { NOTE_MAX, NOTES_MAX } from "@survey-app/contract/text/limits.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { useHasEnded } from "../surveys/serverTime.ts";
import { TextArea } from "../ui/TextArea.tsx";
import { ContactField } from "./ContactField.tsx";
import { FrozenQuestion } from "./FrozenQuestion.tsx";
import { TimeField } from "./TimeField.tsx";

interface FrozenFieldsProps {
  form: SurveyFormState;
  survey: FullSurvey;
  timeZone: string;
}

/** Everything that can change after the first vote: a note, the contact and a later deadline; after the end nothing. */
export function FrozenFields({ form, survey, timeZone }: FrozenFieldsProps) {
  const hasEnded = useHasEnded(survey);
  const isDeadlineNeeded = survey.results === "afterClose" || survey.results === "shown";
  if (hasEnded) return <FrozenQuestion survey={survey} hasEnded />;
  return (
    <>
      <FrozenQuestion survey={survey} hasEnded={false} />
      {survey.notes.length >= NOTES_MAX ? (
        <p className="text-muted">{surveyTexts.notesFull}</p>
      ) : (
        <TextArea
          label={surveyTexts.note}
          optional
          hint={survey.notes.length > 0 ? surveyTexts.noteHintWithCount(survey.notes.length) : surveyTexts.noteHint}
          rows={4}
          limit={NOTE_MAX}
          {...form.field("note")}
        />
      )}
      <ContactField form={form} />
      {survey.passRule && <p className="text-muted">{passRuleTexts.fixed}</p>}
      {survey.deadline !== null && !survey.passRule && (
        <TimeField
          form={form}
          name="deadline"
          label={surveyTexts.deadline}
          timeLabel={surveyTexts.endTime}
          hint={(isDeadlineNeeded ? surveyTexts.laterDeadlineNeeded : surveyTexts.laterDeadline)(timeZone)}
          isNeeded={isDeadlineNeeded}
        />
      )}
    </>
  );
}
