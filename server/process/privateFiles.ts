import { chmodSync, statSync } from "node:fs";

const OTHERS = 0o007;
/** Of folders that everyone writes to, such as /tmp. */
const STICKY = 0o1000;

/** Makes all that this process and its children create readable for its own user only. */
export function createPrivately(): void {
  process.umask(0o077);
}

/**
 * Closes the data folder to other users of the machine, who could read pictures that aren't published. Does nothing if
 * it doesn't exist yet.
 * @returns a sentence for the operator if only another user can do that; null if the folder is private
 */
export function closeDataFolder(dataDir: string): string | null {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  const user = process.getuid?.();
  // Windows doesn't have these rights.
  if (!folder || user === undefined || (folder.mode & OTHERS) === 0) return null;
  if ((folder.uid === user || user === 0) && (folder.mode & STICKY) === 0) {
    chmodSync(dataDir, folder.mode & ~OTHERS);
    return null;
  }
  return `Other users of this machine can read DATA_DIR (${dataDir}): use a folder of the server's own user.`;
}
