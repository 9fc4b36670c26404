/** The number of background colors. */
export const AVATAR_COLORS = 8;

const CODE_POINT = "[1-9a-f][0-9a-f]{1,4}";
const PATH = new RegExp(`^/avatars/(${CODE_POINT})(?:-(${CODE_POINT}))?-([0-${AVATAR_COLORS - 1}])\\.svg$`);
const LETTER = /^[\p{L}\p{N}]$/u;

/** A generated picture: one or two letters on a color. */
export interface Avatar {
  letters: string;
  /** From 0 to `AVATAR_COLORS` - 1. */
  color: number;
}

/**
 * The URL path of a generated picture with a person's initials, whose color depends on the name. It contains nothing
 * else of the name. Null for a name without a letter or digit.
 */
export function avatarPath(name: string): string | null {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const codes = ends.flatMap((word = "") => {
    const first = [...word].find((character) => LETTER.test(character));
    // "ß" has two capitals; the first one is the initial.
    return first ? [first.toUpperCase().codePointAt(0)?.toString(16)] : [];
  });
  return codes.length > 0 ? `/avatars/${codes.join("-")}-${colorOf(name)}.svg` : null;
}

function colorOf(name: string): number {
  let sum = 0;
  for (const character of name.trim()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % AVATAR_COLORS;
}

/** The picture at a URL path; null if it is not the path of a generated picture. */
export function avatarAt(path: string): Avatar | null {
  const [, first, second, color] = PATH.exec(path) ?? [];
  if (first === undefined) return null;
  const letters = [first, second ?? ""].flatMap((code) =>
    code ? [String.fromCodePoint(Number.parseInt(code, 16))] : [],
  );
  return letters.every((letter) => LETTER.test(letter)) ? { letters: letters.join(""), color: Number(color) } : null;
}
