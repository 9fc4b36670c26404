/** How long a toast that says that something went well stays (spec §9). */
export const TOAST_MS = 1500;

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "error";
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
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

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
