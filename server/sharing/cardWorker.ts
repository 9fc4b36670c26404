import sharp from "sharp";
import type { DrawnCard } from "./cardLayout.ts";
import { openCardDrawer } from "./drawCard.ts";

// sharp draws in the thread pool that the whole process shares.
sharp.concurrency(1);
sharp.cache(false);

const opened = openCardDrawer();

/** The task of the thread that draws cards. @returns a PNG */
export async function drawCard(content: DrawnCard): Promise<Uint8Array> {
  return (await opened)(content);
}
