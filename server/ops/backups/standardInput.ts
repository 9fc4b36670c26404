import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { isatty } from "node:tty";
import { makeFolder } from "../../database/makeFolder.ts";
import { readDisk } from "../disk.ts";
import { BackupError } from "./backupFile.ts";

/**
 * Copies standard input into a file in `folder`, because a backup is read twice: first checked, then restored. The file
 * loses its name before the first byte arrives, so nothing of it stays, however the command ends. The caller closes it.
 * @throws {BackupError} on a terminal, and if the copy would take more than half of the free space: the database needs
 *   the rest
 */
export async function copyStandardInput(folder: string): Promise<FileHandle> {
  if (isatty(0))
    throw new BackupError("Standard input is a terminal: add < FILE, or a program and | before the command.");
  makeFolder(folder);
  const { freeBytes } = await readDisk(folder);
  return copyBounded(process.stdin, folder, Math.floor(freeBytes / 2));
}

export async function copyBounded(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  maxBytes: number,
): Promise<FileHandle> {
  const path = join(folder, `restore-${process.pid}.tar`);
  const file = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    let copied = 0;
    for await (const bytes of source) {
      copied += bytes.length;
      if (copied > maxBytes)
        throw new BackupError(
          `The backup has more than ${Math.floor(maxBytes / 1e6)} MB, half of what is free in ${folder}: free space there, or restore from a file on another disk.`,
        );
      await file.appendFile(bytes);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
