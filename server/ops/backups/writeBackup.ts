import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { syncFolder } from "../../database/syncFolder.ts";
import { type ImageFiles, readImageFile } from "../../images/imageFiles.ts";
import { filesOf } from "../../images/store.ts";
import { type ArchiveKeys, archiveRow } from "./archiveKeys.ts";
import {
  BackupError,
  digest,
  FORMAT,
  HEAD,
  type Head,
  MANIFEST,
  type Manifest,
  partOfImage,
  partOfTable,
  SEAL,
} from "./backupFile.ts";
import type { Snapshot } from "./snapshot.sql.ts";
import type { StandardOutput } from "./standardOutput.ts";
import { type ByteSink, type TarWriter, tarWriter } from "./tar.ts";

/** Half of zlib's default level compresses rows nearly as well, in a third of the time. */
const LEVEL = 3;

const packed = promisify(gzip);

export interface Written {
  rows: Record<string, number>;
  images: number;
  /** Ids of images that the database contains but the storage doesn't. */
  missingImages: string[];
  /** Size of the file, in bytes. */
  bytes: number;
}

/** The images of a backup, and the keys that encrypt it. */
export interface Sources {
  images: ImageFiles;
  keys: ArchiveKeys;
}

/** Writes a backup. The file gets its name only when it is complete and synced; only its owner can read it. */
export async function writeBackup(path: string, snapshot: Snapshot, sources: Sources): Promise<Written> {
  if (existsSync(path)) throw new BackupError(`${path} already exists: name another file.`);
  const unfinished = `${path}.part`;
  const file = await open(unfinished, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup can't be written (${error.message}).`);
  });
  try {
    const written = await fill(file, snapshot, sources);
    await file.sync();
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return written;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isDiskError(error) ? new BackupError(`The backup can't be written (${error.message}).`) : error;
  } finally {
    await file.close();
  }
}

/** Writes a backup to standard output. @throws {BackupError} if the receiver ends before it has read all of it */
export async function sendBackup(output: StandardOutput, snapshot: Snapshot, sources: Sources): Promise<Written> {
  try {
    const written = await fill(output, snapshot, sources, output.unreadMax);
    await output.flush();
    return written;
  } catch (error) {
    if (["EPIPE", "ECONNRESET"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw new BackupError("The backup is incomplete: the program that receives it ended before it had all of it.");
    throw isDiskError(error) ? new BackupError(`The backup is incomplete (${error.message}).`) : error;
  }
}

/** @param empty the number of empty bytes after the archive */
async function fill(sink: ByteSink, snapshot: Snapshot, { images, keys }: Sources, empty = 0): Promise<Written> {
  const manifest: Manifest = { parts: [], rows: {}, images: 0 };
  const tar = tarWriter(sink);
  const add = async (name: string, bytes: Buffer) => {
    await tar.add({ name, bytes });
    manifest.parts.push({ name, bytes: bytes.length, sha256: digest(bytes) });
  };
  const { at, fingerprint, migrations, tables } = snapshot;
  const head: Head = {
    app: "survey-app",
    format: FORMAT,
    engine: fingerprint.engine,
    createdAt: at,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
  await add(HEAD, Buffer.from(JSON.stringify(head, null, 2)));
  const stored: string[] = [];
  for (const table of tables) {
    let [parts, rows] = [0, 0];
    for await (const some of snapshot.rows(table)) {
      rows += some.length;
      if (table.name === "images") stored.push(...some.map((row) => JSON.parse(row)[idOf(table)] as string));
      await add(
        partOfTable(table.name, ++parts),
        await packed(`${archived(table, some, keys).join("\n")}\n`, { level: LEVEL }),
      );
    }
    manifest.rows[table.name] = rows;
  }
  const missingImages: string[] = [];
  for (const id of stored) {
    // Images are read after the snapshot, because an image is stored before its row exists. It may have been deleted
    // since.
    const contents = await Promise.all(filesOf(id).map((name) => readImageFile(images, name)));
    for (const [index, name] of filesOf(id).entries()) {
      const bytes = contents[index];
      if (!bytes) continue;
      await add(partOfImage(name), bytes);
      manifest.images++;
    }
    if (!contents[0]) missingImages.push(id);
  }
  return { rows: manifest.rows, images: manifest.images, missingImages, bytes: await seal(tar, manifest, empty) };
}

function archived({ name, columns }: Snapshot["tables"][number], rows: string[], keys: ArchiveKeys): string[] {
  const names = columns.map((column) => column.name);
  return rows.map((row) => archiveRow(name, names, row, keys));
}

const idOf = ({ columns }: Snapshot["tables"][number]) => columns.findIndex(({ name }) => name === "id");

async function seal(tar: TarWriter, manifest: Manifest, empty: number): Promise<number> {
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1));
  await tar.add({ name: MANIFEST, bytes });
  await tar.add({ name: SEAL, bytes: Buffer.from(`${digest(bytes)}  ${MANIFEST}\n`) });
  return tar.end(empty);
}

const isDiskError = (error: unknown): error is NodeJS.ErrnoException =>
  ["ENOSPC", "EDQUOT", "EIO", "EFBIG", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "");
