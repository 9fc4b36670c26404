import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import { imageAltLanguage } from "@survey-app/contract/surveys/translations.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { pictureSources } from "./pictureSources.ts";

export type Pictured = {
  _id: string;
  /** Of a vote, whose own id is `_id`. */
  SurveyID?: string;
  image: string;
  category: Category;
} & Parameters<typeof imageAltLanguage>[0];

/** The drawings in the file of a category (`web/public/categories`): its views v0 to v5. */
const VIEWS = 6;

/**
 * The picture of a survey in a list, as props of `Picture`, with the owner's description. The drawing of its category
 * replaces a picture that isn't reviewed, is on another site, or fails to load. Surveys of one category have different
 * drawings, by the end of their ids, which is random. All are abstract, so screen readers skip them.
 */
export function pictureInList(survey: Pictured) {
  const { _id, SurveyID = _id, image, category } = survey;
  const view = `#v${Number.parseInt(SurveyID.slice(-4), 16) % VIEWS}`;
  if (image.startsWith("/categories/")) return { src: image + view };
  return {
    ...pictureSources(image),
    fallback: drawingPath(category),
    alt: survey.imageAlt ?? "",
    lang: imageAltLanguage(survey),
  };
}
