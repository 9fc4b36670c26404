import { IMAGE_EDGE_MAX, IMAGE_WIDTHS } from "@survey-app/contract/surveys/imageWidths.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { Semaphore } from "../concurrency/semaphore.ts";
import { fieldError } from "../http/apiError.ts";

/** The largest image that is decoded: 24 megapixels, about 100 MB in memory. */
const PIXELS_MAX = 24_000_000;

/** The signatures of accepted file formats. SVG is not accepted, because it can contain scripts. */
const signatures: [kind: string, matches: (bytes: Buffer) => boolean][] = [
  ["jpeg", (b) => b.readUIntBE(0, 3) === 0xffd8ff],
  ["png", (b) => b.readUInt32BE(0) === 0x89504e47],
  ["gif", (b) => b.toString("latin1", 0, 4) === "GIF8"],
  ["webp", (b) => b.toString("latin1", 0, 4) === "RIFF" && b.toString("latin1", 8, 12) === "WEBP"],
  ["heif", (b) => /^ftypavi[fs]$/.test(b.toString("latin1", 4, 12))],
];

export interface Picture {
  webp: Buffer;
  /** The same in each of `IMAGE_WIDTHS`. */
  narrower: Buffer[];
  width: number;
  height: number;
}

/** The most received images that wait to be decoded; the next gets 503. */
const DECODING_WAITING = 15;

/**
 * Creates a function that decodes an upload completely and encodes its pixels as WebP in all widths, without metadata,
 * comments or any other content of the file. It takes one at a time, because the largest needs 130 MB while it is
 * decoded, and throws a field error unless the file is one still image of an accepted format.
 */
export function createReencoder(): (bytes: Buffer) => Promise<Picture> {
  const decoding = new Semaphore(1, DECODING_WAITING);
  return async (bytes) => {
    const kind = bytes.length < 16 ? undefined : signatures.find(([, matches]) => matches(bytes))?.[0];
    if (!kind) throw fieldError("image", formErrors.upload.otherFormat);
    return decoding.run(() => draw(bytes, kind));
  };
}

async function draw(bytes: Buffer, kind: string): Promise<Picture> {
  // Loaded with the first upload, because it takes 10 MB that most servers rarely need.
  const { default: sharp } = await import("sharp");
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 });
  const metadata = await picture.metadata().catch(rejectBroken);
  if (metadata.format !== kind) throw fieldError("image", formErrors.upload.mismatch);
  if ((metadata.pages ?? 1) > 1) throw fieldError("image", formErrors.upload.animated);
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: IMAGE_EDGE_MAX, height: IMAGE_EDGE_MAX, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
    .catch(rejectBroken);
  const narrower: Buffer[] = [];
  // A narrower picture keeps its width.
  for (const width of IMAGE_WIDTHS)
    narrower.push(info.width <= width ? data : await sharp(data).resize({ width }).webp({ quality: 80 }).toBuffer());
  return { webp: data, narrower, width: info.width, height: info.height };
}

/** sharp reports broken files and too many pixels only by their messages; both are the file's fault. */
function rejectBroken(error: Error): never {
  const isTooLarge = /pixel limit/i.test(error.message);
  throw fieldError("image", isTooLarge ? formErrors.upload.tooLarge : formErrors.upload.damaged);
}
