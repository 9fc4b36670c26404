import { type BallotSettings, DEFAULT_SETTINGS, type Results } from "@survey-app/contract/ballots.ts";
import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import type { FullSurvey, Totals, updateSurvey } from "@survey-app/contract/surveys.ts";
import { isDrawing } from "@survey-app/contract/webAddress.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import type { Form } from "../api/useForm.ts";
import { NEW_DRAFT } from "../session/draftKeys.ts";
import { fromField, startsLater, toField } from "./fieldTime.ts";

/** The values of the survey form; times in the reader's time zone. */
export type SurveyValues = RequestOf<typeof updateSurvey>["body"] & {
  /** The pasted list of a new survey for invited people; it is sent apart, once the survey is stored. */
  people?: string;
};
/** The survey form. */
export type SurveyFormState = Form<SurveyValues>;

/** An empty form, its fields in the order of the screen. */
export const emptySurvey = {
  Title: "",
  Description: "",
  deadline: "",
  ...(DEFAULT_SETTINGS as BallotSettings),
  people: "",
  listed: false,
  passRule: null,
  createDate: "",
  scheduled: true,
  image: "",
  imageAlt: null,
  language: LANGUAGE,
  translations: [],
  // Not chosen yet: the schema rejects it.
  category: "" as SurveyValues["category"],
  note: "",
} satisfies SurveyValues;

/** The same for people who can only ask those on a list. */
export const emptyForList: typeof emptySurvey = { ...emptySurvey, electorate: "invited" };

/** The form's value for a picture: empty for the category's drawing, which is the usual one. */
const pictureOf = (image: string) => (isDrawing(image) ? "" : image);

/** A survey as the form's values. */
export function valuesOf(survey: FullSurvey, timeZone: string) {
  const { Title, category, image, imageAlt, Description, language, translations, createDate, deadline, scheduled } =
    survey;
  return {
    Title,
    category,
    image: pictureOf(image),
    imageAlt,
    Description,
    language: language ?? (survey.settingsFixed ? null : LANGUAGE),
    translations,
    createDate: toField(createDate, "start", timeZone),
    deadline: toField(deadline, "end", timeZone),
    note: "",
    // Moving the start into the future hides the survey until then, unless the user unticks it.
    scheduled: startsLater(createDate, timeZone) ? scheduled : true,
    listed: survey.electorate !== "everyone" && survey.listed,
    ...settingsOf(survey),
    passRule: survey.passRule ?? null,
  } satisfies SurveyValues;
}

/** The values of a copy: the question without its times. */
export function copiedValues({ Title, category, image, imageAlt, Description, translations, ...survey }: FullSurvey) {
  const language = survey.language ?? LANGUAGE;
  const question = { Title, Description, language, translations };
  const settings = { ...settingsOf(survey), passRule: survey.passRule ?? null };
  return { ...emptySurvey, ...question, category, image: pictureOf(image), imageAlt, ...settings };
}

/** How people vote on a survey, from its other fields, or from the form's, which can still be empty. */
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
  ({ live: null, afterVote: "afterYourVote", afterClose: deadline })[results];

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
