import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Database } from "../database/database.ts";
import { migrate, migrateTo, migrationNames } from "../database/migrate.ts";
import { recount } from "../votes/verify.sql.ts";
import { findBrokenChains } from "../votes/verifyChains.sql.ts";
import { BackupError, imageOfPart, PART_MAX_BYTES, tableOfPart } from "./backupFile.ts";
import type { Checked } from "./checkBackup.ts";
import { loader, migrationsOf } from "./load.sql.ts";
import { readTar } from "./tar.ts";

const unpacked = promisify(gunzip);

export interface Restored {
  surveys: number;
  votes: number;
}

/**
 * Restores a backup that was checked into an empty database, brings that up to date, and fills the image store. Verifies
 * what it stored; when anything is not right, database and store stay empty.
 */
export async function restoreBackup(
  database: Database,
  file: FileHandle,
  { head, manifest }: Checked,
  imagesFolder: string,
): Promise<Restored> {
  await prepare(database, head.migrations);
  const made: string[] = [];
  try {
    await mkdir(imagesFolder, { recursive: true });
    const restored = await database.transaction(async (tx) => {
      await tx.dialect.waitTurn(tx.db);
      const load = await loader(tx, head.tables);
      for await (const { name, bytes } of readTar(file)) {
        const [table, image] = [tableOfPart(name), imageOfPart(name)];
        if (table) await load.rows(table, await unpack(name, bytes));
        else if (image && (await putImage(join(imagesFolder, image), bytes))) made.push(join(imagesFolder, image));
      }
      await load.verify(manifest.rows);
      const restored = await verifyCounters(tx);
      // Votes from before that are chained when they are brought up to date.
      if (head.migrations.includes("0008-vote-ledger")) await verifyChains(tx);
      return restored;
    });
    await migrate(database);
    return restored;
  } catch (error) {
    for (const path of made) await rm(path, { force: true });
    throw error;
  }
}

/** Gives an empty database the schema that the backup was made with. */
async function prepare(database: Database, wanted: readonly string[]): Promise<void> {
  const last = wanted.at(-1);
  const isKnown = last !== undefined && wanted.every((name, at) => migrationNames[at] === name);
  if (!isKnown)
    throw new BackupError(`The backup is of a newer version of Survey App (${last}): restore it with that.`);
  const applied = await migrationsOf(database);
  if (applied.length > wanted.length)
    throw new BackupError(
      `The database is prepared for a newer version (${applied.at(-1)}) than the backup's (${last}): restore into one that nothing has used.`,
    );
  await migrateTo(database, last);
}

async function verifyCounters(tx: Database): Promise<Restored> {
  const { surveys, votes, mismatches } = await recount(tx);
  if (mismatches.length === 0) return { surveys, votes };
  const which = mismatches.slice(0, 5).map(({ surveyId }) => surveyId);
  throw new BackupError(
    `The backup is whole, but in what it holds the counters of ${mismatches.length} surveys are not their votes (${which.join(", ")}): nothing was restored.`,
  );
}

async function verifyChains(tx: Database): Promise<void> {
  const broken = await findBrokenChains(tx);
  if (broken.length === 0) return;
  const which = broken.slice(0, 5).map(({ surveyId }) => surveyId);
  throw new BackupError(
    `The backup is whole, but in what it holds the ledgers of ${broken.length} surveys are broken (${which.join(", ")}): nothing was restored.`,
  );
}

async function unpack(part: string, bytes: Buffer): Promise<string> {
  try {
    return String(await unpacked(bytes, { maxOutputLength: PART_MAX_BYTES }));
  } catch (error) {
    throw new BackupError(`${part} can't be unpacked (${(error as Error).message}): nothing was restored.`);
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
