import type { SurveyValues } from "../surveys/surveyValues.ts";

/**
 * What is wrong with what a question says of its picture: nothing, the name of a file, or what was said of another picture. Null if
 * it is as it should be, and without a picture of its own.
 */
export type AltGap = "missing" | "fileName" | "stale";

type Said = Pick<SurveyValues, "image" | "imageAlt">;

/** Names of files, as cameras, phones and websites give them. */
const FILE_NAME = /^\S+\.(?:jpe?g|png|webp|gif|avif|heic|svg)$|^(?:img|dsc|image|photo|screenshot)[-_ ]?\d+$/i;

/**
 * @param stored what the form began with; its picture is empty if there was none
 * @param isNew whether it is a new question. An edit that changes neither the picture nor its words isn't held up.
 */
export function altGap({ image, imageAlt }: Said, stored: Said, isNew: boolean): AltGap | null {
  const isSamePicture = image === stored.image;
  if (image === "" || imageAlt === "" || (!isNew && isSamePicture && imageAlt === stored.imageAlt)) return null;
  const text = imageAlt?.trim();
  if (!text) return "missing";
  if (FILE_NAME.test(text)) return "fileName";
  return stored.image !== "" && !isSamePicture && text === stored.imageAlt ? "stale" : null;
}
