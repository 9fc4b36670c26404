import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";

/** A longer list makes typing slow, so it isn't shown; in characters. */
export const SHOWN_MAX = 200_000;

/** Whether a list that is pasted while the question is asked would be too long to be kept. */
export const isTooLong = (list: string | undefined): boolean => (list?.length ?? 0) > SHOWN_MAX;

/**
 * A list that was pasted while the question was asked, kept on this device from when the survey is stored until its
 * people are added, so that a failure or a closed tab in between loses nothing. Where storage is full or forbidden, the
 * page keeps it.
 */
const keyOf = (surveyId: string) => `people:${surveyId}`;

export const keepList = (surveyId: string, text: string) => writeDraft("local", keyOf(surveyId), { text });

/** @returns "" without one */
export const readKeptList = (surveyId: string): string =>
  readDraft<{ text: string }>("local", keyOf(surveyId))?.text ?? "";

export const forgetKeptList = (surveyId: string) => clearDraft("local", keyOf(surveyId));
