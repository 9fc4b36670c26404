import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import { type Pictured, pictureInList } from "./pictureInList.ts";

/**
 * Whether a survey's page shows its picture. An unlisted survey doesn't show one unless its owner chose it: the form
 * sends the category's drawing for people who chose none. Cards have a picture in any case (specification §2.4).
 */
export const showsPicture = ({ listed, image, category }: Pick<Survey, "listed" | "image" | "category">): boolean =>
  listed || image !== drawingPath(category);

/**
 * The picture of a survey where its question is read, as props of `Picture`. A picture without a description says so,
 * instead of leaving readers to guess whether there is one.
 */
export function shownPicture(survey: Pictured) {
  const shown = pictureInList(survey);
  return survey.imageAlt === null && "alt" in shown
    ? { ...shown, alt: pictureTexts.undescribed, lang: undefined }
    : shown;
}
