import { open } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { tableOfPart } from "../ops/backups/backupFile.ts";
import { readTar } from "../ops/backups/tar.ts";

/** Reads all rows of a backup without the secret of its server. */
export async function rowsOfBackup(path: string): Promise<{ table: string; row: unknown[] }[]> {
  const file = await open(path);
  const rows: { table: string; row: unknown[] }[] = [];
  for await (const { name, bytes } of readTar(file)) {
    const table = tableOfPart(name);
    if (!table) continue;
    const lines = gunzipSync(bytes).toString().trimEnd().split("\n");
    rows.push(...lines.map((line) => ({ table, row: JSON.parse(line) as unknown[] })));
  }
  await file.close();
  return rows;
}
