import { fstatSync, fsync, write } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isatty } from "node:tty";
import { promisify } from "node:util";
import { BackupError } from "./backupFile.ts";
import type { ByteSink } from "./tar.ts";

const [writeSome, sync] = [promisify(write), promisify(fsync)];

/**
 * The capacity of a pipe: the bytes that its reader hasn't read yet, at most (Linux). With so many empty bytes behind
 * the archive, the last write succeeds only after the reader has read the whole archive. Otherwise `| head` would go
 * unnoticed after a small one.
 */
const PIPE_BYTES = 65_536;
/**
 * The pause before the next attempt when a pipe that another program has made non-blocking is full, in milliseconds.
 */
const FULL_PAUSE_MS = 10;

export interface StandardOutput extends ByteSink {
  /** How many bytes can be written without being read: 0 for a file. */
  unreadMax: number;
  /** Makes a file durable (fsync). */
  flush(): Promise<void>;
}

/**
 * Standard output for an archive. Not `process.stdout`: when a full disk accepts only a part of a write, it loses the
 * rest.
 * @throws {BackupError} on a terminal
 */
export function openStandardOutput(descriptor = 1): StandardOutput {
  if (isatty(descriptor)) throw new BackupError("Standard output is a terminal: add > FILE, or | and a program.");
  const isFile = fstatSync(descriptor).isFile();
  return {
    unreadMax: isFile ? 0 : PIPE_BYTES,
    async appendFile(bytes) {
      for (let index = 0; index < bytes.length; ) {
        try {
          index += (await writeSome(descriptor, bytes, index)).bytesWritten;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
          await sleep(FULL_PAUSE_MS);
        }
      }
    },
    flush: async () => void (isFile && (await sync(descriptor))),
  };
}
