import { IMAGE_EDGE_MAX, IMAGE_WIDTHS, imageAt } from "@survey-app/contract/surveys/imageWidths.ts";
import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { pictureAddress } from "../ui/pictureAddress.ts";

/**
 * An image's URL, for uploads the smaller widths that the browser may choose, and the category's illustration
 * (`web/public/categories`), which replaces an image that fails to load.
 */
export function pictureSources(
  src: string,
  category?: Category,
): { src: string; srcSet?: string; fallback?: string | undefined } {
  const sources = { src, fallback: category && drawingPath(category) };
  if (!imageAt(src, IMAGE_WIDTHS[0])) return sources;
  const narrower = IMAGE_WIDTHS.map((width) => `${pictureAddress(imageAt(src, width) ?? src)} ${width}w`);
  return { ...sources, srcSet: [...narrower, `${pictureAddress(src)} ${IMAGE_EDGE_MAX}w`].join(", ") };
}
