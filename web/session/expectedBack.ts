const KEY = "confirmation";

/** Before the browser leaves for a provider to confirm who is there: who that is. No draft: those are one person's. */
export function expectBack(userId: string): void {
  try {
    sessionStorage.setItem(KEY, userId);
  } catch {
    // Without storage nobody is told that it was another account.
  }
}

/** Whether somebody else came back than the one who left. Asked once. */
export function isSomebodyElse(userId: string): boolean {
  try {
    const expected = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return expected !== null && expected !== userId;
  } catch {
    return false;
  }
}
