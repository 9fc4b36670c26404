import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../database/makeFolder.ts";
import { syncFolder } from "../database/syncFolder.ts";
import type { ImageFiles } from "./imageFiles.ts";

/** Stores images as files in a folder; creates it if it is missing. */
export function openFolder(folder: string): ImageFiles {
  makeFolder(folder);
  return {
    async write(name, bytes) {
      const unfinished = join(folder, `.${randomUUID()}.part`);
      try {
        const file = await open(unfinished, "wx");
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        // Renamed when complete, so that a crash can't leave a partial image that would be served.
        await rename(unfinished, join(folder, name));
        await syncFolder(folder);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async open(name) {
      const file = await open(join(folder, name)).catch(nullIfMissing);
      if (!file) return null;
      const { size } = await file.stat();
      return { size, body: file.createReadStream() };
    },
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true });
      await syncFolder(folder);
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
