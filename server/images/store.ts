import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../database/makeFolder.ts";

/** Where pictures are kept: files under the data folder, named by us. */
export interface ImageStore {
  /** The folder that `/images/` is served from. */
  folder: string;
  /** Stores a picture durably. @returns its id; it is shown at `/images/{id}.webp` */
  put(webp: Buffer): Promise<string>;
}

export function openImageStore(dataDir: string): ImageStore {
  const folder = join(dataDir, "images");
  makeFolder(folder);
  return {
    folder,
    async put(webp) {
      const id = randomUUID();
      const unfinished = join(folder, `.${id}.part`);
      try {
        const file = await open(unfinished, "wx");
        try {
          await file.writeFile(webp);
          await file.sync();
        } finally {
          await file.close();
        }
        // Under its name only when whole: a crash leaves no half picture that could be served.
        await rename(unfinished, join(folder, `${id}.webp`));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return id;
    },
  };
}

/** The address of a stored picture, on our own origin. */
export function imageUrl(id: string): string {
  return `/images/${id}.webp`;
}
