/**
 * The invisible characters that copying leaves in a text: soft hyphens, characters without width, direction marks, word
 * joiners, and blanks at which no line breaks; at the end, letters with empty glyphs. Overrides of the direction
 * (U+202D, U+202E) don't come from copying, but forge names: they are refused.
 */
const UNSEEN =
  "\\u00a0\\u00ad\\u061c\\u180e\\u2007\\u200b\\u200e\\u200f\\u202a-\\u202c\\u202f\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\u115f\\u1160\\u3164\\uffa0";
/** Some scripts need them within words, and emoji are joined by them. */
const JOINERS = "\\u200c\\u200d";
const unseenButJoiners = new RegExp(`[${UNSEEN}]`, "g");
const joiners = new RegExp(`[${JOINERS}]`, "g");
/** Also blanks of every width, and line ends. */
const blankOrUnseen = new RegExp(`[\\p{White_Space}\\u2800${UNSEEN}${JOINERS}]`, "u");

/** A text without blanks and unseen characters at its ends. It takes linear time, unlike a pattern for both ends. */
export function trimUnseen(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blankOrUnseen.test(text.charAt(start))) start += 1;
  while (start < end && blankOrUnseen.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A text without unseen characters but those that join letters, and without blanks at its ends. */
export const withoutUnseenButJoiners = (text: string): string => trimUnseen(text).replaceAll(unseenButJoiners, "");

/** A code or an address without unseen characters, and without blanks at its ends. */
export const withoutUnseen = (text: string): string => withoutUnseenButJoiners(text).replaceAll(joiners, "");

/** Characters as wide as Chinese ones, which keyboards for Chinese and Japanese type. */
const WIDE = /[\uff01-\uff5e]/g;

/** A text with letters and signs of the usual width in place of wide ones. */
export const narrow = (text: string): string =>
  text.replaceAll(WIDE, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Control characters, marks that change the text direction (which can forge names), lone surrogates and line ends. */
const deceptive = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const deceptiveButLines = /[\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The first character that no text may have, as `U+202E`; null without one. PostgreSQL rejects lone surrogates in JSON.
 * @param lines whether the text may have several lines
 */
export function deceptiveIn(text: string, { lines = false } = {}): string | null {
  const [character] = (lines ? deceptiveButLines : deceptive).exec(text) ?? [];
  return character === undefined ? null : codePointOf(character);
}

/** The name under which people can look a character up: `U+202E`. */
const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The name of a character that `naming` appends to a message. */
const NAMED = / \(U\+[\dA-F]{4,6}\)$/;

/** Appends the character that a message is about. It is the same in all languages, so catalogs don't have it. */
export const naming = (message: string, codePoint: string): string => `${message} (${codePoint})`;

/** Separates a message from the character that `naming` appended: "" without one. */
export function splitNamed(message: string): { message: string; named: string } {
  const named = NAMED.exec(message)?.[0] ?? "";
  return { message: message.slice(0, message.length - named.length), named };
}
