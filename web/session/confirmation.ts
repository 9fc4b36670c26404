import { makeListeners } from "../ui/listeners.ts";

interface Question {
  answered: Promise<boolean>;
  answer: (isConfirmed: boolean) => void;
}

let question: Question | null = null;
const { subscribe, tell } = makeListeners();
export const subscribeToConfirmation = subscribe;

/**
 * Asks the person signed in to confirm that it's them. Answers whether they did: by a new sign-in, so what was refused
 * before can be asked for again. However many ask at once, one question is shown.
 */
export function askToConfirm(): Promise<boolean> {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    question = { answered: promise, answer: resolve };
    tell();
  }
  return question.answered;
}

/** Ends the question, if one is open, for all who wait. */
export function answerConfirmation(isConfirmed: boolean): void {
  question?.answer(isConfirmed);
  question = null;
  tell();
}

export const isConfirmationAsked = (): boolean => question !== null;
