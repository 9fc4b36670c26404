import { createStore } from "./store.ts";
import { useStore } from "./useStore.ts";

/** The milliseconds for which a success toast stays (specification §8.2). */
export const TOAST_MS = 1500;

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "error";
  /** Screen readers get the message in another way, and don't need to hear it twice. */
  isSilent: boolean;
}

let lastId = 0;
const toasts = createStore<readonly Toast[]>([]);
export const useToasts = (): readonly Toast[] => useStore(toasts);

/**
 * Shows a short message about a success or a failure, in place of an equal one: two parts can fail for one reason.
 * Anything needed later is also on the page.
 * @returns the id to dismiss it by: error toasts do not disappear automatically
 */
export function toast(text: string, kind: Toast["kind"] = "done", { isSilent = false } = {}): number {
  lastId += 1;
  const others = toasts.read().filter((each) => each.text !== text);
  toasts.set([...others.slice(-3), { id: lastId, text, kind, isSilent }]);
  return lastId;
}

export function dismissToast(id: number): void {
  toasts.set(toasts.read().filter((each) => each.id !== id));
}

/** Dismisses all toasts: they are about the actions of a user who has left. */
export function dismissToasts(): void {
  toasts.set([]);
}
