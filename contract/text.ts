import * as z from "zod/mini";
import { avatarAt } from "./avatars.ts";
import { SEARCH_MAX } from "./limits.ts";

/**
 * Control characters, the marks that reverse the text direction (which can forge names), and lone surrogates, which are
 * not characters and which PostgreSQL rejects in JSON.
 */
const deceptive = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const deceptiveButLines = /[\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** A visible character: no space, mark or format character, nor a letter with an empty glyph. */
const visible = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** A text whose error for a missing one (left out or null) differs from that for another type. */
export function requiredText(name: string) {
  return z.string({
    error: ({ input }) => `${name} ${input === undefined || input === null ? "is required" : "must be text"}`,
  });
}

/** One line of text in NFC, trimmed, `min`–`max` characters. */
export function line(name: string, min: number, max: number) {
  return requiredText(name).check(
    z.trim(),
    z.normalize("NFC"),
    z.minLength(min, { error: `${name} is required`, abort: true }),
    z.maxLength(max, `${name} must be at most ${max} characters`),
    z.refine((text) => !deceptive.test(text), `${name} must not contain control characters`),
    z.refine((text) => visible.test(text) || deceptive.test(text), `${name} is required`),
  );
}

/** Plain text of several lines in NFC, trimmed, at most `max` characters. */
export function paragraphs(name: string, max: number) {
  return z.string(`${name} must be text`).check(
    z.trim(),
    z.normalize("NFC"),
    z.maxLength(max, `${name} must be at most ${max} characters`),
    z.refine((text) => !deceptiveButLines.test(text), `${name} must not contain control characters`),
  );
}

/** A field that a client may leave out or send as null; it then becomes `fallback`. */
export function textOr<S extends z.ZodMiniType>(schema: S, fallback: z.output<S>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((text: z.output<S> | null | undefined) => text ?? fallback),
  );
}

/** The search text of a list. */
export const search = z.string("q must be text").check(
  z.trim(),
  z.maxLength(SEARCH_MAX, `q must be at most ${SEARCH_MAX} characters`),
  z.refine((text) => !deceptive.test(text), "q must not contain control characters"),
);

/** An id in a path or body: opaque to clients. */
export const id = z.string("An id must be text").check(z.regex(/^[\w-]{1,64}$/, "This is not a valid id"));

export const email = requiredText("Email").check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, { error: "Email is required", abort: true }),
  z.maxLength(254, { error: "Email must be at most 254 characters", abort: true }),
  z.regex(z.regexes.email, "Enter a valid email address"),
);

/** A URL entered by a user (`photoURL`, `image`): https only, no credentials; the server never fetches it. */
export function webAddress(name: string) {
  return requiredText(name).check(
    z.trim(),
    z.minLength(1, { error: `${name} is required`, abort: true }),
    z.maxLength(2048, `${name} must be at most 2048 characters`),
    z.refine(isWebAddress, `${name} must be an https address`),
  );
}

/** The categories' drawings (`web/public/categories`). */
const DRAWING =
  /^\/categories\/(cooking-appliances|food-preparation|beverage-makers|cleaning-tools|storage-solutions)\.svg$/;

/** The URL path of a category's drawing. */
export const drawingPath = (category: string) => `/categories/${category.toLowerCase().replace(" ", "-")}.svg`;

export const isDrawing = (path: string) => DRAWING.test(path);

/** Whether `text` is an https URL without credentials, or the path of an upload, a drawing or a generated picture. */
export function isWebAddress(text: string): boolean {
  if (/^\/images\/[\w-]{1,64}\.webp$/.test(text) || isDrawing(text) || avatarAt(text)) return true;
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text)) return false;
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.hostname !== "" && url.username === "" && url.password === "";
}
