/** A dialog that outlives the page that opened it: it is drawn above all pages. */
export interface Announcement {
  title: string;
  text?: string;
  /** Closes by itself after so many ms, for good news that needs no answer. */
  closesAfter?: number;
}

let announcement: Announcement | null = null;
const listeners = new Set<() => void>();

export function announce(next: Announcement | null): void {
  announcement = next;
  for (const listener of listeners) listener();
}

export const readAnnouncement = (): Announcement | null => announcement;

export function subscribeToAnnouncement(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
