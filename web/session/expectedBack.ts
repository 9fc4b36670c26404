import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";

const KEY = "confirmation";

/** Before the browser leaves for a provider to confirm who is there: who that is. */
export function expectBack(userId: string): void {
  writeDraft("session", KEY, { userId });
}

/** Whether somebody else came back than the one who left. Asked once. */
export function isSomebodyElse(userId: string): boolean {
  const expected = readDraft<{ userId: string }>("session", KEY)?.userId;
  clearDraft("session", KEY);
  return expected !== undefined && expected !== userId;
}
