import { createListeners } from "./listeners.ts";

/** A dialog that outlives the page that opened it: it is rendered above all pages. */
export interface Announcement {
  title: string;
  text?: string;
  /** Closes automatically after this time, in ms; for messages that need no response. */
  closesAfter?: number;
}

let announcement: Announcement | null = null;
const { subscribe, emit } = createListeners();
export const subscribeToAnnouncement = subscribe;

export function announce(next: Announcement | null): void {
  announcement = next;
  emit();
}

export const readAnnouncement = (): Announcement | null => announcement;
