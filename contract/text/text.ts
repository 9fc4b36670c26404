import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { isAtDeletedDomain } from "./deletedAddress.ts";
import { readEmailAddress, writtenAddress } from "./emailAddress.ts";
import { isGuestAddress } from "./guestAddress.ts";
import { EMAIL_MAX, SEARCH_MAX } from "./limits.ts";
import { deceptiveIn, naming, trimUnseen, withoutUnseen } from "./unseenCharacters.ts";

/** A visible character: no space, mark or format character, nor a letter with an empty glyph. */
const visible = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** The errors of a text that people type: sentences of the catalog. */
interface TextErrors {
  tooLong: string;
  control: string;
}

/** The sentences about a field that no screen shows. */
const errorsOf = (name: string, max: number): TextErrors & { required: string } => ({
  required: `${name} is required`,
  tooLong: `${name} must be at most ${max} characters`,
  control: `${name} must not contain control characters`,
});

/** A text with one error if it is missing (left out or null), and another for other types, which forms can't send. */
export function requiredText(name: string, required = `${name} is required`) {
  return z.string({
    error: ({ input }) => (input === undefined || input === null ? required : `${name} must be text`),
  });
}

/**
 * Refuses characters that no text may have. The error names the first one: `Name must not contain control characters
 * (U+202E)`.
 */
function withoutDeceptive(control: string, { lines = false } = {}) {
  return z.refine<string>((text) => deceptiveIn(text, { lines }) === null, {
    error: ({ input }) => naming(control, deceptiveIn(String(input), { lines }) ?? ""),
    abort: true,
  });
}

/** One line of text in NFC, without blanks and unseen characters at its ends, `min`–`max` characters. */
export function line(
  name: string,
  min: number,
  max: number,
  { required, tooLong, control }: TextErrors & { required: string } = errorsOf(name, max),
) {
  return requiredText(name, required).check(
    z.overwrite(trimUnseen),
    z.normalize("NFC"),
    z.minLength(min, { error: required, abort: true }),
    z.maxLength(max, tooLong),
    withoutDeceptive(control),
    z.refine((text) => visible.test(text), required),
  );
}

/** The same, or an empty text. A text that only looks empty is refused, because "" has a meaning of its own. */
export function lineOrNone(name: string, max: number, { tooLong, control }: TextErrors) {
  return z.string(`${name} must be text`).check(
    z.overwrite((text) => trimUnseen(text) || text.trim()),
    z.normalize("NFC"),
    z.maxLength(max, tooLong),
    withoutDeceptive(control),
    z.refine((text) => text === "" || visible.test(text), control),
  );
}

/** Plain text of several lines in NFC, trimmed, at most `max` characters. */
export function paragraphs(name: string, max: number, { tooLong, control }: TextErrors = errorsOf(name, max)) {
  return z
    .string(`${name} must be text`)
    .check(z.trim(), z.normalize("NFC"), z.maxLength(max, tooLong), withoutDeceptive(control, { lines: true }));
}

/** A field that a client may leave out or send as null; it then becomes `fallback`. */
export function textOr<S extends z.ZodMiniType>(schema: S, fallback: z.output<S>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((text: z.output<S> | null | undefined) => text ?? fallback),
  );
}

/** The search text of a list. */
export const search = z
  .string("q must be text")
  .check(
    z.overwrite(trimUnseen),
    z.maxLength(SEARCH_MAX, formErrors.search.tooLong),
    withoutDeceptive(formErrors.search.control),
  );

/** An id in a path or body: opaque to clients. */
export const id = z.string("An id must be text").check(z.regex(/^[\w-]{1,64}$/, "This is not a valid id"));

/** A version that the sender has read, to be compared with the stored one. */
export const version = z.int("version must be a whole number").check(z.positive("version must be a whole number"));

/**
 * An address that names an account, in its stored form. Accounts of version 1.0 can have a few addresses that new ones
 * can't, such as `anna@example-.org`.
 */
export const email = requiredText("Email", formErrors.email.required).check(
  // Only A to Z, because the lower case of the Kelvin sign is a k.
  z.overwrite(
    (text) => readEmailAddress(text) ?? withoutUnseen(text).replaceAll(/[A-Z]+/g, (each) => each.toLowerCase()),
  ),
  z.minLength(1, { error: formErrors.email.required, abort: true }),
  z.maxLength(EMAIL_MAX, { error: formErrors.email.tooLong, abort: true }),
  withoutDeceptive(formErrors.email.invalid),
  // Only for the API's document: `readEmailAddress` makes the decision.
  z.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, { error: formErrors.email.invalid, abort: true }),
  z.refine((text) => readEmailAddress(text) !== null || z.regexes.email.test(text), {
    error: formErrors.email.invalid,
    abort: true,
  }),
);

/**
 * An address for an account or a row of a list. Other requests can also name an address that is shown for a deleted
 * account.
 */
export const newEmail = email.check(
  z.refine((text) => readEmailAddress(text) !== null, { error: formErrors.email.invalid, abort: true }),
  z.refine((address) => !isAtDeletedDomain(address), formErrors.email.ofDeleted),
  z.refine((address) => !isGuestAddress(address), formErrors.email.invalid),
);

/** An address in a response: the stored form is converted to what people write. */
export const writtenEmail = z.string().check(z.overwrite(writtenAddress));

/** The URL path of a category's drawing (`web/public/categories`). */
export const drawingPath = (category: string) => `/categories/${category.toLowerCase().replace(" ", "-")}.svg`;
