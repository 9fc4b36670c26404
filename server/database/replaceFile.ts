import { chmodSync, renameSync, writeFileSync } from "node:fs";

/**
 * Writes a small file that no one ever sees half-written. It can replace another user's file, and the server can read
 * it whichever user ran the command.
 */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  chmodSync(unfinished, 0o644);
  renameSync(unfinished, path);
}
