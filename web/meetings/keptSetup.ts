import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";

/**
 * The typed questions of a new meeting that are not stored yet. Kept on this device until they are, so that a failure
 * or a closed tab in between loses none. Its list is kept by `keepList`.
 */
interface Setup {
  questions: string[];
}

const keyOf = (meetingId: string) => `meeting-setup:${meetingId}`;

export const keepSetup = (meetingId: string, setup: Setup) => writeDraft("local", keyOf(meetingId), setup);
/** @returns null once the list and all questions are stored */
export const readSetup = (meetingId: string) => readDraft<Setup>("local", keyOf(meetingId));
export const forgetSetup = (meetingId: string) => clearDraft("local", keyOf(meetingId));
