import { open } from "node:fs/promises";

/** Makes the entries of a folder durable (fsync). Without it, a power cut could undo a rename. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
