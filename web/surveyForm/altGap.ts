import { ownPicture, type SurveyValues } from "../managing/surveyValues.ts";

/** The problem of a picture's description: it is missing, the name of a file, or that of the former picture. */
export type AltGap = "missing" | "fileName" | "stale";

type Said = Pick<SurveyValues, "image" | "imageAlt">;

/** Names of files, as cameras, phones and websites give them. */
const FILE_NAME = /^\S+\.(?:jpe?g|png|webp|gif|avif|heic|svg)$|^(?:img|dsc|image|photo|screenshot)[-_ ]?\d+$/i;

/**
 * @param stored what the form began with; its picture is empty if there was none
 * @param isNew whether it is a new question. An edit that changes neither the picture nor its description isn't held
 *   up.
 * @returns null if nothing is wrong, and without a picture of the question's own
 */
export function altGap({ imageAlt, ...said }: Said, stored: Said, isNew: boolean): AltGap | null {
  const image = ownPicture(said.image);
  const isSamePicture = image === stored.image;
  if (image === "" || imageAlt === "" || (!isNew && isSamePicture && imageAlt === stored.imageAlt)) return null;
  const text = imageAlt?.trim();
  if (!text) return "missing";
  if (FILE_NAME.test(text)) return "fileName";
  return ownPicture(stored.image) !== "" && !isSamePicture && text === stored.imageAlt ? "stale" : null;
}
