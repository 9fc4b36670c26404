import { Piscina } from "piscina";
import { Semaphore } from "../database/semaphore.ts";
import type { CardContent } from "./cardContent.ts";

/** Cards that wait to be drawn: about a second of work. Beyond it 503. */
const WAITING_MAX = 25;
/** The longest that a card may take, in milliseconds; most take 40, the first one with the start of the thread 500. */
const DRAWING_MAX_MS = 10_000;
/** The thread ends when it had nothing to do for so long, in milliseconds, because it holds some 100 MB. */
const IDLE_MS = 60_000;
/** The thread's priority on Linux: votes go first where both need the same core. */
const NICENESS = 10;

/** Draws cards on a thread of its own, which the first one starts. */
export interface CardThread {
  /** @returns the PNG. @throws {BusyError} when too many cards wait */
  draw(content: CardContent): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function createCardThread(): CardThread {
  const thread = new Piscina<CardContent, Uint8Array>({
    filename: new URL("./cardWorker.ts", import.meta.url).href,
    name: "drawCard",
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  });
  // Not the library's own limit, whose error is not answered with 503.
  const drawing = new Semaphore(1, WAITING_MAX);
  return {
    // The signal ends a thread that is stuck; the next card starts another one.
    draw: (content) => drawing.run(() => thread.run(content, { signal: AbortSignal.timeout(DRAWING_MAX_MS) })),
    close: () => thread.destroy(),
  };
}
