import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";

/**
 * What a new meeting still needs after it was stored: its questions, and people who wait for codes. Kept on this device until all of it
 * is stored, so that a failure or a closed tab in between loses nothing. Its list is kept by `keepList`.
 */
export interface Setup {
  questions: string[];
  /** The people who can't be added until an admin allows codes: as the text of a list, and their names. */
  waiting: { lines: string; names: string[] } | null;
}

const keyOf = (meetingId: string) => `meeting-setup:${meetingId}`;

export const keepSetup = (meetingId: string, setup: Setup) => writeDraft("local", keyOf(meetingId), setup);
export const readSetup = (meetingId: string) => readDraft<Setup>("local", keyOf(meetingId));
/** Whether the list or the questions of a meeting still have to be stored. */
export const isUnfinished = (meetingId: string): boolean => Boolean(readSetup(meetingId)?.questions);
/** Keeps only those who wait for codes, once all else is stored. */
export function endSetup(meetingId: string): void {
  const waiting = readSetup(meetingId)?.waiting;
  if (waiting) writeDraft("local", keyOf(meetingId), { waiting });
  else forgetSetup(meetingId);
}
export const forgetSetup = (meetingId: string) => clearDraft("local", keyOf(meetingId));
