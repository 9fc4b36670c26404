import { CATEGORIES, type Category } from "@survey-app/contract/surveys/surveyFields.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { isPendingPicture } from "../images/pendingPicture.ts";
import { ownPicture, type SurveyValues } from "../managing/surveyValues.ts";

/** Replaces a pending picture in the validation: it is uploaded before the form is sent. */
const PENDING_PICTURE = "/images/pending.webp";

/** The audience of the question in the form, and whether the question is in public lists. */
export function askedOf({ electorate, listed }: Partial<SurveyValues>): Pick<Survey, "electorate" | "listed"> {
  return { electorate: electorate ?? "everyone", listed: (electorate ?? "everyone") === "everyone" || listed === true };
}

/** The values that a form requires of its writer, and those that it fills in. */
export interface Needs {
  /** All fields are open, and the writer chooses all values that the specification requires (§5). */
  isFull: boolean;
  /** Whether the drawing for the category stands in place of any picture. */
  onlyDrawing: boolean;
}

/**
 * The category of a question without one: only public lists use categories, so an unlisted question gets the first one.
 */
export const preselectedCategory = (values: Partial<SurveyValues>, isFull: boolean): Category | "" =>
  isFull || askedOf(values).listed ? "" : CATEGORIES[0];

/** The values as they are sent: with the category and the picture that need not be chosen. */
export function askedValues({ people: _, ...values }: SurveyValues, { isFull, onlyDrawing }: Needs) {
  const category = values.category || (preselectedCategory(values, isFull) as Category);
  const image = isPendingPicture(values.image) ? PENDING_PICTURE : ownPicture(values.image);
  const isDrawn = image === "" && (values.image !== "" || !isFull || onlyDrawing);
  // A missing category is an error of its own.
  return { ...values, category, image: isDrawn ? (category ? drawingPath(category) : PENDING_PICTURE) : image };
}
