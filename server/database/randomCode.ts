import { randomBytes } from "node:crypto";
import { CROCKFORD } from "@survey-app/contract/text/crockford.ts";

/** @returns `length` characters, each with five random bits */
export function randomCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD.charAt(byte % CROCKFORD.length)).join("");
}
