import { makeListeners } from "./listeners.ts";

/** How long a toast that says that something went well stays (spec §9). */
export const TOAST_MS = 1500;

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "error";
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const { subscribe, tell } = makeListeners();
export const subscribeToToasts = subscribe;

function set(next: readonly Toast[]): void {
  toasts = next;
  tell();
}

/**
 * Says shortly that something was done, or that it failed. What matters later stands on the page as well.
 * @returns the id to dismiss it by: toasts of errors don't go by themselves
 */
export function toast(text: string, kind: Toast["kind"] = "done"): number {
  lastId += 1;
  set([...toasts.slice(-3), { id: lastId, text, kind }]);
  return lastId;
}

export function dismissToast(id: number): void {
  set(toasts.filter((each) => each.id !== id));
}

/** Takes all toasts away: they are about what a person who leaves has done. */
export function dismissToasts(): void {
  set([]);
}

export const readToasts = (): readonly Toast[] => toasts;
