import { type BallotSettings, DEFAULT_SETTINGS, type Results } from "@survey-app/contract/ballots/ballots.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { copiedFields, FIELD_RULES, fieldNames } from "@survey-app/contract/surveys/fieldRules.ts";
import type { FullSurvey, Totals, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { isDrawing } from "@survey-app/contract/users/webAddress.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import type { Form } from "../api/useForm.ts";
import { NEW_DRAFT } from "../session/draftKeys.ts";
import { fromField, startsLater, toField } from "./fieldTime.ts";

/** The values of the survey form; times in the reader's time zone. */
export type SurveyValues = RequestOf<typeof updateSurvey>["body"] & {
  /** The pasted list of a new survey for invited people; it is sent separately, once the survey is stored. */
  people?: string;
};
/** The survey form. */
export type SurveyFormState = Form<SurveyValues>;

/** The value of each field of the form. */
type FieldValues = { [Name in Exclude<keyof SurveyValues, "timeZone" | "email">]-?: SurveyValues[Name] };

/** An empty form, its fields in the order of the screen. */
export const emptySurvey: FieldValues = {
  Title: "",
  // Not chosen yet: the schema rejects it.
  category: "" as SurveyValues["category"],
  Description: "",
  image: "",
  imageAlt: null,
  createDate: "",
  scheduled: true,
  deadline: "",
  ...(DEFAULT_SETTINGS as BallotSettings),
  people: "",
  listed: false,
  passRule: null,
  language: LANGUAGE,
  translations: [],
  contact: "",
  note: "",
};

/** The question's own picture; "" for none, and for the drawing of a category. */
export const ownPicture = (image: string): string => (isDrawing(image) ? "" : image);

/** A survey as the form's values. */
export const valuesOf = (survey: FullSurvey, timeZone: string): FieldValues => ({
  Title: survey.Title,
  category: survey.category,
  image: survey.image,
  imageAlt: survey.imageAlt,
  Description: survey.Description,
  language: survey.language ?? (survey.settingsFixed ? null : LANGUAGE),
  translations: survey.translations,
  createDate: toField(survey.createDate, "start", timeZone),
  deadline: toField(survey.deadline, "end", timeZone),
  note: "",
  // Moving the start into the future hides the survey until then, unless the user unticks it.
  scheduled: startsLater(survey.createDate, timeZone) ? survey.scheduled : true,
  listed: survey.electorate !== "everyone" && survey.listed,
  people: "",
  ...settingsOf(survey),
  passRule: survey.passRule ?? null,
  contact: survey.contact,
});

/** The values of a copy: without the times, and in a language that can still be chosen. */
export const copiedValues = (survey: FullSurvey) => ({
  ...emptySurvey,
  ...copiedFields(valuesOf({ ...survey, settingsFixed: false }, "UTC"), false),
});

/** The fields that the first vote has frozen. */
export const frozenFields = fieldNames.filter((name) => FIELD_RULES[name].freezes !== "ended");

/** The stored values of fields that can no longer change. They are sent instead of the form's. */
export function fixedValues(survey: FullSurvey, isFrozen: boolean, timeZone: string): Partial<FieldValues> {
  const stored = valuesOf(survey, timeZone);
  const fixed = frozenFields.filter((name) => isFrozen || (survey.settingsFixed && isFixed(name)));
  return Object.fromEntries(fixed.map((name) => [name, stored[name]]));
}

/** Whether the first publication fixes a field. */
const isFixed = (name: keyof typeof FIELD_RULES) => FIELD_RULES[name].freezes === "published";

/** The settings of voting, from a survey's other fields, or from the form's, which can still be empty. */
export function settingsOf({
  results,
  privacy,
  changeable,
  unsure,
  electorate,
}: Partial<Nullish<BallotSettings>>): BallotSettings {
  return {
    results: results ?? DEFAULT_SETTINGS.results,
    privacy: privacy ?? DEFAULT_SETTINGS.privacy,
    changeable: changeable ?? DEFAULT_SETTINGS.changeable,
    unsure: unsure ?? DEFAULT_SETTINGS.unsure,
    electorate: electorate ?? DEFAULT_SETTINGS.electorate,
  };
}
type Nullish<T> = { [K in keyof T]: T[K] | null | undefined };

/** When the result of a survey with these settings opens. */
export const resultsOpenOf = (results: Results, deadline: string | null): Totals["resultsOpen"] =>
  ({ live: null, afterVote: "afterYourVote", afterClose: deadline, shown: "whenShown" })[results];

/** The times as they are sent, and whether the survey stays hidden until its start. */
export function timesOf(
  { createDate, deadline, scheduled }: SurveyValues,
  survey: FullSurvey | undefined,
  timeZone: string,
) {
  return {
    createDate: fromField(createDate ?? "", survey?.createDate ?? null, "start", timeZone),
    deadline: fromField(deadline ?? "", survey?.deadline ?? null, "end", timeZone),
    scheduled: startsLater(createDate, timeZone) ? scheduled : (survey?.scheduled ?? false),
    timeZone,
  };
}

/** The storage key of the draft. A frozen survey has another key, so that an old draft of the question is not used. */
export function surveyDraftKey(
  survey: FullSurvey | undefined,
  original: FullSurvey | undefined,
  isFrozen: boolean,
): string {
  if (!survey) return original ? `survey-copy:${original._id}` : NEW_DRAFT;
  return isFrozen ? `survey-note:${survey._id}` : `survey:${survey._id}`;
}
