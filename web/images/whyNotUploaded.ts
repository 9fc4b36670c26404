import { IMAGE_MAX_BYTES, IMAGE_TYPES } from "@survey-app/contract/surveys/images.ts";
import * as imageTexts from "@survey-app/texts/imageTexts.ts";

/** Why a file can't be uploaded; null if it can. The server decides by the file's content. */
export function whyNotUploaded({ type, size }: File): string | null {
  if (!IMAGE_TYPES.some((each) => each === type)) return imageTexts.wrongKind;
  if (size > IMAGE_MAX_BYTES) return imageTexts.tooLarge;
  return null;
}
