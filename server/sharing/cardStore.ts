import { randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { LRUCache } from "lru-cache";
import { makeFolder } from "../database/makeFolder.ts";

/** The most cards on the disk: about 120 MB. The least recently used ones are deleted. */
const CARDS_MAX = 2000;
/** Cards are drawn again after this time, in milliseconds, so that those of deleted surveys don't stay. */
const KEPT_MS = 7 * DAY_MS;

/** Drawn cards, as files under the data folder. Deleting the folder loses nothing: cards are drawn again. */
export interface CardStore {
  /**
   * Returns a card from the disk, or draws it, once for all who ask for it meanwhile.
   * @param name identifies what the card shows: letters, digits, "-" and "."
   */
  find(name: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

export function openCardStore(dataDir: string): CardStore {
  const folder = join(dataDir, "cards");
  makeFolder(folder);
  const fileOf = (name: string) => join(folder, `${name}.png`);
  // The files themselves hold the cards: this only knows which to delete.
  const stored = new LRUCache<string, true>({
    max: CARDS_MAX,
    ttl: KEPT_MS,
    ttlAutopurge: true,
    perf: Date,
    // Not awaited: a deletion that fails is tried again after the next start.
    dispose: (_, name, reason) => {
      if (reason !== "set") void rm(fileOf(name), { force: true }).catch(() => undefined);
    },
  });
  for (const file of readdirSync(folder)) {
    const { mtimeMs: start } = statSync(join(folder, file));
    stored.set(file.replace(/\.png$/, ""), true, { start });
  }
  const drawing = new Map<string, Promise<Uint8Array>>();

  async function drawAndStore(name: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const png = await draw();
    makeFolder(folder);
    // Renamed when complete, so that a crash doesn't leave a partial picture.
    const unfinished = fileOf(`${name}.${randomUUID()}`);
    await writeFile(unfinished, png, { flush: true });
    await rename(unfinished, fileOf(name));
    stored.set(name, true);
    return png;
  }

  return {
    async find(name, draw) {
      const found = stored.get(name) && (await readFile(fileOf(name)).catch(() => null));
      if (found) return found;
      const started = drawing.get(name) ?? drawAndStore(name, draw).finally(() => drawing.delete(name));
      drawing.set(name, started);
      return started;
    },
  };
}
