import { open } from "node:fs/promises";

/** Makes the names in a folder durable: without it a power cut could take back a file that was just renamed. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
