import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../database/makeFolder.ts";

/*
 * The data of a demo that resets itself is in a folder inside the data folder, and each reset makes a new one. There
 * are two while the next one is filled, and while the last requests to the former one get their responses.
 */

/**
 * The time in the name, in milliseconds since 1970, orders them by age. Nothing else in the data folder is ever
 * removed.
 */
const FOLDER = /^demo-\d{13}$/;

/** The folders of demos, the oldest first; none if the data folder is missing. */
export function demoFolders(dataDir: string): string[] {
  try {
    return readdirSync(dataDir)
      .filter((name) => FOLDER.test(name))
      .sort()
      .map((name) => join(dataDir, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Creates the folder of a new demo. */
export function makeDemoFolder(dataDir: string): string {
  makeFolder(dataDir);
  const folder = join(dataDir, `demo-${Date.now()}`);
  mkdirSync(folder);
  return folder;
}

export function removeDemoFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
