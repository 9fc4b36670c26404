import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Database } from "../database/database.ts";
import { recount } from "../votes/verify.sql.ts";
import { BackupError, imageOfPart, tableOfPart } from "./backupFile.ts";
import type { Checked } from "./checkBackup.ts";
import { loader } from "./load.sql.ts";
import { readTar } from "./tar.ts";

const unpacked = promisify(gunzip);

export interface Restored {
  surveys: number;
  votes: number;
}

/**
 * Fills an empty database, whose schema is the backup's, and the image store from a backup that was checked. Verifies
 * what it stored; anything that is not right leaves database and store as they were.
 */
export async function restoreBackup(
  database: Database,
  file: FileHandle,
  { head, manifest }: Checked,
  imagesFolder: string,
): Promise<Restored> {
  const made: string[] = [];
  try {
    await mkdir(imagesFolder, { recursive: true });
    return await database.transaction(async (tx) => {
      await tx.dialect.waitTurn(tx.db);
      const load = await loader(tx, head.tables);
      for await (const { name, bytes } of readTar(file)) {
        const [table, image] = [tableOfPart(name), imageOfPart(name)];
        if (table) await load.rows(table, String(await unpacked(bytes)));
        else if (image && (await putImage(join(imagesFolder, image), bytes))) made.push(join(imagesFolder, image));
      }
      await load.verify(manifest.rows);
      const { surveys, votes, mismatches } = await recount(tx);
      if (mismatches.length > 0) {
        const which = mismatches.slice(0, 5).map(({ surveyId }) => surveyId);
        throw new BackupError(
          `The backup is whole, but in what it holds the counters of ${mismatches.length} surveys are not their votes (${which.join(", ")}): nothing was restored.`,
        );
      }
      return { surveys, votes };
    });
  } catch (error) {
    for (const path of made) await rm(path, { force: true });
    throw error;
  }
}

/** @returns whether it was not there before */
async function putImage(path: string, bytes: Buffer): Promise<boolean> {
  const there = await readFile(path).catch(() => null);
  if (there?.equals(bytes)) return false;
  if (there) throw new BackupError(`Another picture is kept as ${path}: restore into an empty DATA_DIR.`);
  const unfinished = `${path}.part`;
  const file = await open(unfinished, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  return true;
}
