import { createListeners } from "../ui/listeners.ts";

interface Question {
  answered: Promise<boolean>;
  answer: (isConfirmed: boolean) => void;
}

let question: Question | null = null;
const { subscribe, emit } = createListeners();
export const subscribeToConfirmation = subscribe;

/**
 * Asks the user to sign in again; resolves to whether they did, so that rejected requests can be repeated. Several
 * requests at the same time share one dialog.
 */
export function requestReauthentication(): Promise<boolean> {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    question = { answered: promise, answer: resolve };
    emit();
  }
  return question.answered;
}

/** Closes the dialog, if open, and resolves all waiting requests. */
export function finishReauthentication(isConfirmed: boolean): void {
  question?.answer(isConfirmed);
  question = null;
  emit();
}

export const isConfirmationAsked = (): boolean => question !== null;
