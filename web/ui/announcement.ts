import { makeListeners } from "./listeners.ts";

/** A dialog that outlives the page that opened it: it is drawn above all pages. */
export interface Announcement {
  title: string;
  text?: string;
  /** Closes by itself after so many ms, for good news that needs no answer. */
  closesAfter?: number;
}

let announcement: Announcement | null = null;
const { subscribe, tell } = makeListeners();
export const subscribeToAnnouncement = subscribe;

export function announce(next: Announcement | null): void {
  announcement = next;
  tell();
}

export const readAnnouncement = (): Announcement | null => announcement;
