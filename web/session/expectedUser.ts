import { readStored, removeStored, store } from "../ui/browserStorage.ts";

const KEY = "confirmation";

/** Stores who is signed in before the browser leaves for a provider. Not a draft, because drafts belong to one user. */
export const rememberUser = (userId: string): void => store("session", KEY, userId);

/** Whether another user came back than the one who left; false where the browser stores nothing. Can be read once. */
export function isAnotherUser(userId: string): boolean {
  const expected = readStored("session", KEY);
  removeStored("session", KEY);
  return expected !== null && expected !== userId;
}
