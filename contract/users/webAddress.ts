import * as z from "zod/mini";
import { URL_MAX } from "../text/limits.ts";
import { requiredText } from "../text/text.ts";
import { trimUnseen } from "../text/unseenCharacters.ts";
import { avatarAt } from "./avatars.ts";

/** A URL entered by a user (`photoURL`, `image`): https only, no credentials; the server never fetches it. */
export function webAddress(
  name: string,
  { required, tooLong, https }: { required: string; tooLong: string; https: string },
) {
  return requiredText(name, required).check(
    z.overwrite(trimUnseen),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(URL_MAX, tooLong),
    z.refine(isWebAddress, https),
  );
}

/** The categories' drawings (`web/public/categories`). */
const DRAWING =
  /^\/categories\/(cooking-appliances|food-preparation|beverage-makers|cleaning-tools|storage-solutions)\.svg$/;

export const isDrawing = (path: string) => DRAWING.test(path);

/** Whether a picture is at another site, whose host learns who loads it and when. Ours have paths. */
export const isElsewhere = (picture: string) => picture !== "" && !picture.startsWith("/");

/** Whether `text` is an https URL without credentials, or the path of an upload, a drawing or a generated picture. */
export function isWebAddress(text: string): boolean {
  if (/^\/images\/[\w-]{1,64}\.webp$/.test(text) || isDrawing(text) || avatarAt(text)) return true;
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text)) return false;
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.hostname !== "" && url.username === "" && url.password === "";
}
