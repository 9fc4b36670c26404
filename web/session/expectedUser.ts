const KEY = "confirmation";

/** Stores who is signed in before the browser leaves for a provider. Not a draft, because drafts belong to one user. */
export function rememberUser(userId: string): void {
  try {
    sessionStorage.setItem(KEY, userId);
  } catch {
    // Without storage a switch to another account is not reported.
  }
}

/** Whether another user came back than the one who left. Can be read once. */
export function isAnotherUser(userId: string): boolean {
  try {
    const expected = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return expected !== null && expected !== userId;
  } catch {
    return false;
  }
}
