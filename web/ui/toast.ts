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

/** Says shortly that something was done. What matters later stands on the page as well. */
export function toast(text: string, kind: Toast["kind"] = "done"): void {
  lastId += 1;
  set([...toasts.slice(-3), { id: lastId, text, kind }]);
}

export function dismissToast(id: number): void {
  set(toasts.filter((each) => each.id !== id));
}

export const readToasts = (): readonly Toast[] => toasts;
