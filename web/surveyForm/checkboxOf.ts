import type { SurveyFormState } from "../managing/surveyValues.ts";

/** The props of a checkbox of the survey form. */
export const checkboxOf = (form: SurveyFormState, name: "listed" | "scheduled" | "unsure") => ({
  name,
  checked: form.values[name] === true,
  onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) => form.change(name, currentTarget.checked),
});
