import { makeFolder } from "../../database/makeFolder.ts";
import { readDisk } from "../disk.ts";
import { BackupError } from "./backupFile.ts";
import type { Checked } from "./checkBackup.ts";

/**
 * The disk space of a restored SQLite database, as a multiple of its uncompressed rows in the backup. The file with its
 * indexes takes about twice their size, and so does the write-ahead log, because everything is stored in one
 * transaction.
 */
const BYTES_A_BYTE = 4.5;

/** @throws {BackupError} if a folder has less space free than a backup's SQLite database takes while it is restored */
export async function requireSpace({ unpackedBytes }: Pick<Checked, "unpackedBytes">, folder: string): Promise<void> {
  makeFolder(folder);
  const { freeBytes } = await readDisk(folder);
  const needed = unpackedBytes * BYTES_A_BYTE;
  if (freeBytes < needed)
    throw new BackupError(
      `Restoring takes ${inMb(needed)} MB in ${folder}, for the database and the log of its only transaction, and ${inMb(freeBytes)} MB are free: free space there, or set DATA_DIR to a folder on another disk. Afterwards the database takes half of it.`,
    );
}

const inMb = (bytes: number) => Math.ceil(bytes / 1e6);
