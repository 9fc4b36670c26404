import { createStore } from "./store.ts";
import { useStore } from "./useStore.ts";

/** A dialog that outlives the page that opened it: it is rendered above all pages. */
export interface Announcement {
  title: string;
  text?: string;
  /** Closes automatically after this time, in ms; for messages that don't need a response. */
  closesAfter?: number;
  /** Moves the focus once it is closed; without it, the focus returns to where it was. */
  moveFocus?: () => void;
}

const announced = createStore<Announcement | null>(null);
export const announce = announced.set;
export const useAnnouncement = (): Announcement | null => useStore(announced);
