import { setTimeout as sleep } from "node:timers/promises";

/** The longest pause between two chunks, in milliseconds: a busy machine must not make a file endless. */
const PAUSE_MAX_MS = 50;

/**
 * Pauses after each chunk for as long as reading it took, so that a long file, which takes a few seconds longer, leaves
 * half of the database's time to others.
 */
export async function* givingWay<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
  let began = performance.now();
  for await (const chunk of chunks) {
    const took = performance.now() - began;
    yield chunk;
    await sleep(Math.min(took, PAUSE_MAX_MS));
    began = performance.now();
  }
}
