import { statfs } from "node:fs/promises";

/** The space on the disk of a folder, in bytes; free is what this process may use. */
export async function readDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
