import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Database } from "../../database/database.ts";
import { migrate, migrationNames } from "../../database/migrate.ts";
import { type ImageFiles, readImageFile } from "../../images/imageFiles.ts";
import { describeFlaws, verifyDatabase } from "../../votes/ledger/verifyDatabase.ts";
import { type ArchiveKeys, createArchivedRows, type RenewedKeys } from "./archiveKeys.ts";
import { BackupError, imageOfPart, PART_MAX_BYTES, tableOfPart } from "./backupFile.ts";
import type { Checked } from "./checkBackup.ts";
import { loader, migrationsOf } from "./load.sql.ts";
import { readTar } from "./tar.ts";

const unpacked = promisify(gunzip);

export interface Restored {
  surveys: number;
  votes: number;
  renewed: RenewedKeys;
  /** A sentence about each survey whose question, picture, list or ballot box differs from its ledger. */
  flaws: string[];
}

/** Images stored at the same time: a request to a bucket takes some 50 ms, and most of that is waiting. */
export const IMAGES_AT_ONCE = 16;

/**
 * Restores a checked backup into an empty database and the image store, and verifies the result. If anything is wrong,
 * the database and the store stay empty.
 */
export async function restoreBackup(
  database: Database,
  file: FileHandle,
  { head, manifest }: Checked,
  { images, keys }: { images: ImageFiles; keys: ArchiveKeys },
): Promise<Restored> {
  await prepare(database, head.migrations);
  const createdImages: string[] = [];
  /** Uploads in progress, and uploads that have failed. */
  const uploads = new Set<Promise<void>>();
  async function upload(image: string, bytes: Buffer): Promise<void> {
    if (uploads.size >= IMAGES_AT_ONCE) await Promise.race(uploads);
    const put = putImage(image, bytes).then(() => void uploads.delete(put));
    put.catch(() => {}); // reported by those who wait for it
    uploads.add(put);
  }

  async function putImage(image: string, bytes: Buffer): Promise<void> {
    if (await isStored(images, image, bytes)) return;
    createdImages.push(image); // now, because a request that fails may have stored it
    await images.write(image, bytes);
  }

  try {
    return await database.transaction(async (tx) => {
      await tx.dialect.acquireMigrationLock(tx.db);
      const load = await loader(tx, head.tables);
      const archived = createArchivedRows(keys, head.tables);
      for await (const { name, bytes } of readTar(file)) {
        const [table, image] = [tableOfPart(name), imageOfPart(name)];
        if (table) await load.rows(table, archived.restore(table, await unpack(name, bytes)));
        else if (image) await upload(image, bytes);
      }
      await Promise.all(uploads);
      await load.heads(archived.heads());
      await load.verify(manifest.rows);
      await migrate(tx);
      return { ...(await verifyRestored(tx, images)), renewed: archived.renewed() };
    });
  } catch (error) {
    await Promise.allSettled(uploads);
    await images.remove(createdImages);
    throw error;
  }
}

/**
 * Creates the tables of the version that made the backup, which can be an earlier one, in an empty database.
 * @throws {BackupError} if a later version made it, or the database has the tables of another one
 */
async function prepare(database: Database, migrations: readonly string[]): Promise<void> {
  if (!migrations.every((name, index) => name === migrationNames[index]))
    throw new BackupError(
      `The backup was made by another version of Survey App (${migrations.at(-1)}): restore it with that one.`,
    );
  const applied = await migrationsOf(database);
  if (applied.length > 0 && applied.join() !== migrations.join())
    throw new BackupError(
      `The database is prepared for another version (${applied.at(-1)}): restore into one that nothing has used.`,
    );
  await migrate(database, migrations);
}

/** @throws {BackupError} if counters or ledgers don't follow from the votes */
async function verifyRestored(tx: Database, images: ImageFiles): Promise<Omit<Restored, "renewed">> {
  const findings = await verifyDatabase(tx, images);
  const { surveys, votes, mismatches, chains } = findings;
  requireNone(mismatches, (count) => `the counters of ${count} surveys are not their votes`);
  requireNone(chains, (count) => `the ledgers of ${count} surveys are broken`);
  return { surveys, votes, flaws: describeFlaws(findings) };
}

function requireNone(wrong: readonly { surveyId: string }[], describe: (count: number) => string): void {
  if (wrong.length === 0) return;
  const which = wrong.slice(0, 5).map(({ surveyId }) => surveyId);
  throw new BackupError(
    `The backup is whole, but in what it holds ${describe(wrong.length)} (${which.join(", ")}): nothing was restored.`,
  );
}

async function unpack(part: string, bytes: Buffer): Promise<string> {
  try {
    return String(await unpacked(bytes, { maxOutputLength: PART_MAX_BYTES }));
  } catch (error) {
    throw new BackupError(`${part} can't be unpacked (${(error as Error).message}): nothing was restored.`);
  }
}

/** @throws {BackupError} if another file has the name */
async function isStored(images: ImageFiles, name: string, bytes: Buffer): Promise<boolean> {
  const there = await readImageFile(images, name);
  if (there && !there.equals(bytes))
    throw new BackupError(`A different image is stored as ${name}: restore into an empty folder or bucket.`);
  return there !== null;
}
