import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";

/**
 * What a new meeting still needs after it was stored: its questions, and people who wait for codes. Kept on this device until all of it
 * is stored, so that a failure or a closed tab in between loses nothing. Its list is kept by `keepList`.
 */
export interface Setup {
  questions: string[];
  /** The text of the people who can't be added until an admin allows codes. */
  waiting: string;
}

const keyOf = (meetingId: string) => `meeting-setup:${meetingId}`;

export const keepSetup = (meetingId: string, setup: Setup) => writeDraft("local", keyOf(meetingId), setup);
export const readSetup = (meetingId: string) => readDraft<Setup>("local", keyOf(meetingId));
export const forgetSetup = (meetingId: string) => clearDraft("local", keyOf(meetingId));
