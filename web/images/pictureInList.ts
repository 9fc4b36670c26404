import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import { imageAltLanguage } from "@survey-app/contract/surveys/translations.ts";
import { pictureSources } from "./pictureSources.ts";

export type Pictured = { image: string; category: Category } & Parameters<typeof imageAltLanguage>[0];

/**
 * The picture of a survey in a list, as props of `Picture`, with what its owner says that it shows. A drawing is silent there: it
 * stands for the category, whose name is next to it.
 */
export const pictureInList = (survey: Pictured) => ({
  ...pictureSources(survey.image, survey.category),
  // A drawing can stand for a picture that is not reviewed, or that is at another site.
  alt: survey.image.startsWith("/categories/") ? "" : (survey.imageAlt ?? ""),
  lang: imageAltLanguage(survey),
});
