import { type CardThread, createCardThread } from "../sharing/cardThread.ts";

const thread = createCardThread({ intervalMs: 0, niceness: 0 });

/**
 * Draws the cards of all apps of this process without pauses: starting a thread takes as long as drawing twenty cards.
 */
export const sharedCards: CardThread = {
  draw: thread.draw,
  // It ends when it had nothing to do for a while, or with the process.
  close: async () => {},
};
