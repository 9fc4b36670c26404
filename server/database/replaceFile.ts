import { chmodSync, renameSync, writeFileSync } from "node:fs";

/**
 * Writes a small file that is never seen half written. It replaces one of another user, and the server can read it whichever user's
 * command has written it.
 */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  chmodSync(unfinished, 0o644);
  renameSync(unfinished, path);
}
