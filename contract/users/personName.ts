import * as nameTexts from "@survey-app/texts/nameTexts.ts";
import { DELETED_NAME, REMOVED_NAME } from "./users.ts";

/** A person's name as the reader's language says it: three names are ours: "Deleted user", "Name removed" and "Code 3". */
export function personName(name: string): string {
  if (name === DELETED_NAME) return nameTexts.deleted;
  if (name === REMOVED_NAME) return nameTexts.removed;
  const [, number] = /^Code (\d{1,15})$/.exec(name) ?? [];
  return number === undefined ? name : nameTexts.code(number);
}
