import { createStore } from "./store.ts";

/** A dialog that outlives the page that opened it: it is rendered above all pages. */
interface Announcement {
  title: string;
  text?: string;
  /** Closes automatically after this time, in ms; for messages that need no response. */
  closesAfter?: number;
}

export const { set: announce, useValue: useAnnouncement } = createStore<Announcement | null>(null);
