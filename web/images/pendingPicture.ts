/** The longest edge of a picture that waits on this device for its upload, in pixels. */
const EDGE_MAX = 1280;
const QUALITY = 0.85;
const TYPE = "image/jpeg";
const PREFIX = `data:${TYPE};base64,`;

/**
 * Whether an address is a pending picture: a data URL on this device, because the visitor must sign in before the
 * upload.
 */
export const isPendingPicture = (address: string): boolean => address.startsWith(PREFIX);

/**
 * Shrinks a picture to a pending picture, a data URL that fits into a draft.
 * @throws if the browser can't decode the file
 */
export async function toPendingPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, EDGE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures");
  // JPEG doesn't support transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL(TYPE, QUALITY);
}

/** A pending picture as a file to upload. */
export function fileOfPendingPicture(address: string): File {
  const bytes = Uint8Array.from(atob(address.slice(PREFIX.length)), (character) => character.charCodeAt(0));
  return new File([bytes], "picture.jpg", { type: TYPE });
}
