import { dictionary } from "@zxcvbn-ts/language-common";
import { refuseField } from "../http/refuse.ts";

/** The fifty thousand passwords that are met most often, in lower case. */
const common = new Set(dictionary["passwords-common"]);

/** Refuses a new password that guessers try first (security 15). */
export function demandUncommon(password: string, field: string): void {
  if (common.has(password.toLowerCase()))
    throw refuseField(field, "This password is one of the most common ones. Choose another.");
}
