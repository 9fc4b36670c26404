import { CONTACT_MAX } from "@survey-app/contract/text/limits.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { TextField } from "../ui/TextField.tsx";

/** The field for the person who answers questions about the survey, until voting ends. */
export function ContactField({ form }: { form: SurveyFormState }) {
  return (
    <TextField
      label={surveyTexts.contact}
      hint={surveyTexts.contactHint}
      optional
      limit={CONTACT_MAX}
      {...form.field("contact")}
    />
  );
}
