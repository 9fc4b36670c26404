import { IMAGE_EDGE_MAX, IMAGE_WIDTHS, imageAt } from "@survey-app/contract/surveys/imageWidths.ts";
import { pictureAddress } from "../ui/pictureAddress.ts";

/** An image's URL, and for uploads the smaller widths that the browser may choose. */
export function pictureSources(src: string): { src: string; srcSet?: string } {
  if (!imageAt(src, IMAGE_WIDTHS[0])) return { src };
  const narrower = IMAGE_WIDTHS.map((width) => `${pictureAddress(imageAt(src, width) ?? src)} ${width}w`);
  return { src, srcSet: [...narrower, `${pictureAddress(src)} ${IMAGE_EDGE_MAX}w`].join(", ") };
}
