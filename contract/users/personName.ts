import * as nameTexts from "@survey-app/texts/nameTexts.ts";
import { DELETED_NAME, GUEST_NAME, REMOVED_NAME } from "./users.ts";

/** A person's name as the reader's language says it: four names are ours: "Guest", "Deleted user", "Name removed" and "Code 3". */
export function personName(name: string): string {
  if (name === GUEST_NAME) return nameTexts.guest;
  if (name === DELETED_NAME) return nameTexts.deleted;
  if (name === REMOVED_NAME) return nameTexts.removed;
  const [, number] = /^Code (\d{1,15})$/.exec(name) ?? [];
  return number === undefined ? name : nameTexts.code(number);
}
