import * as nameTexts from "@survey-app/texts/nameTexts.ts";
import { DELETED_NAME, GUEST_NAME, REMOVED_NAME } from "./users.ts";

/**
 * A person's name in the reader's language. Four names are ours, so they are translated: "Guest", "Deleted user", "Name
 * removed" and "Code 3".
 */
export function personName(name: string): string {
  if (name === GUEST_NAME) return nameTexts.guest;
  if (name === DELETED_NAME) return nameTexts.deleted;
  if (name === REMOVED_NAME) return nameTexts.removed;
  const [, number] = /^Code (\d{1,15})$/.exec(name) ?? [];
  return number === undefined ? name : nameTexts.code(number);
}
