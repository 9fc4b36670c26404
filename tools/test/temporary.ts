import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Linux's file system in memory. */
const MEMORY = "/dev/shm";
/** The most bytes that a run of all tests needs, with a margin. Docker gives containers 64 MB. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** A folder in memory that any user may enter, if there is one with enough room. */
export function memoryFolder(): string | null {
  if (!existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES ? MEMORY : null;
}

/**
 * The folder for temporary files of tests: in memory where there is room, because every commit of SQLite waits for the
 * disk. The databases of tests are thrown away, and no test checks what survives a power cut.
 */
export function temporaryRoot(): string {
  return process.env.TMPDIR ?? memoryFolder() ?? tmpdir();
}
