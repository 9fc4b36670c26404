import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import { type Pictured, pictureInList } from "./pictureInList.ts";

/** The descriptions of our drawings for categories, by the first word of their file. */
const drawings: Readonly<Record<string, string>> = pictureTexts.drawings;

/**
 * The picture of a survey where its question is read, as props of `Picture`: drawings have words of their own, and nobody is left
 * to guess whether there is a picture of which its owner said nothing.
 */
export function shownPicture(survey: Pictured) {
  const [, drawing] = /^\/categories\/(\w+)/.exec(survey.image) ?? [];
  const own = drawing ? drawings[drawing] : survey.imageAlt === null && pictureTexts.undescribed;
  return { ...pictureInList(survey), ...(own && { alt: own, lang: undefined }) };
}
