import { CODE_LENGTH, LINK_LENGTH } from "../invitations/invitations.ts";
import { readCrockford } from "../text/crockford.ts";
import { SHORT_CODE_LENGTH, SHORT_PATH } from "./shortAddresses.ts";

/** The most characters in the field for a code: people also paste a whole link. */
export const TYPED_CODE_MAX = 300;

/** A code that someone typed. Its length tells which of the four kinds of codes it is. */
export interface TypedCode {
  signs: string;
  /** Whether it is the code or link of one person's invitation, which must not appear in a URL, log or history. */
  isPersonal: boolean;
}

/** Reads a code as people type and paste it, also as the whole address that ends with it; null if it can't be one. */
export function readTypedCode(typed: string): TypedCode | null {
  const signs = readCrockford(
    typed
      .trim()
      // Parameters that networks add to links.
      .replace(/[?&](?!code=)[^#&]*/g, "")
      .replace(/\/+$/, "")
      .replace(/^.*[#/=]/s, ""),
  );
  if (!signs) return null;
  return { signs, isPersonal: [CODE_LENGTH, LINK_LENGTH].includes(signs.length) };
}

/** The path of a typed code. A personal code is in the fragment, which browsers don't send. */
export const pathOfCode = ({ signs, isPersonal }: TypedCode): string =>
  isPersonal ? `/i#${signs}` : `${SHORT_PATH}/${signs}`;

/** Whether a typed code is for a screen or for paper. */
export const isShortCode = ({ signs }: TypedCode): boolean =>
  Object.values<number>(SHORT_CODE_LENGTH).includes(signs.length);
