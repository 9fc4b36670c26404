import { createStore } from "../ui/store.ts";
import { useStore } from "../ui/useStore.ts";

interface Question {
  answered: Promise<boolean>;
  answer: (isConfirmed: boolean) => void;
}

const question = createStore<Question | null>(null);
/** The question that is open; null without one. */
export const useReauthentication = (): Question | null => useStore(question);

/**
 * Asks the user to sign in again; resolves to whether they did, so that rejected requests can be repeated. Several
 * requests at the same time share one dialog.
 */
export function requestReauthentication(): Promise<boolean> {
  const open = question.read();
  if (open) return open.answered;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  question.set({ answered: promise, answer: resolve });
  return promise;
}

/** Closes the dialog, if open, and resolves all waiting requests. */
export function finishReauthentication(isConfirmed: boolean): void {
  question.read()?.answer(isConfirmed);
  question.set(null);
}
