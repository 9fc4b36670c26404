import { Piscina } from "piscina";
import { Semaphore } from "../concurrency/semaphore.ts";
import type { DrawnCard } from "./cardLayout.ts";
import { useOnlyOwnFonts } from "./fontSettings.ts";

/**
 * The time from the start of one card to the next, in milliseconds. A card takes 35 ms of a core, most of it in the
 * thread pool of the process, where priorities don't help. So drawing never takes more than a sixth of a core from
 * votes. Each card is drawn only once, so it can wait.
 */
const INTERVAL_MS = 250;
/** Cards that wait to be drawn: six seconds. Beyond it 503. */
const WAITING_MAX = 25;
/** The longest that a card may take, in milliseconds; most take 40, the first one with the start of the thread 500. */
const DRAWING_MAX_MS = 10_000;
/** The idle time after which the thread ends, in milliseconds, because it holds some 100 MB. */
const IDLE_MS = 60_000;
/** The thread's priority on Linux: votes go first where both need the same core. */
const NICENESS = 19;

/** Draws cards on a thread of its own, which the first one starts. */
export interface CardThread {
  /** @returns the PNG. @throws {BusyError} when too many cards wait */
  draw(content: DrawnCard): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Tests don't wait between cards, and draw at normal priority. */
export function createCardThread({ intervalMs = INTERVAL_MS, niceness = NICENESS } = {}): CardThread {
  useOnlyOwnFonts();
  const thread = new Piscina<DrawnCard, Uint8Array>({
    filename: new URL("./cardWorker.ts", import.meta.url).href,
    name: "drawCard",
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: niceness,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  });
  // Not the library's own limit, whose error is not answered with 503.
  const drawing = new Semaphore(1, WAITING_MAX);
  return {
    async draw(content) {
      const release = await drawing.acquire();
      const began = performance.now();
      try {
        // The signal ends a thread that is stuck; the next card starts another one.
        return await thread.run(content, { signal: AbortSignal.timeout(DRAWING_MAX_MS) });
      } finally {
        setTimeout(release, Math.max(0, began + intervalMs - performance.now())).unref();
      }
    },
    close: () => thread.destroy(),
  };
}
