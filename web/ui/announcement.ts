import { createStore } from "./store.ts";

/** A dialog that outlives the page that opened it: it is rendered above all pages. */
export interface Announcement {
  title: string;
  text?: string;
  /** Closes automatically after this time, in ms; for messages that need no response. */
  closesAfter?: number;
  /** Moves the focus once it is closed; without it, the focus returns to where it was. */
  moveFocus?: () => void;
}

export const { set: announce, useValue: useAnnouncement } = createStore<Announcement | null>(null);
