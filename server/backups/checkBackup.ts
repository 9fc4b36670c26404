import type { FileHandle } from "node:fs/promises";
import {
  BackupError,
  digest,
  FORMAT,
  HEAD,
  type Head,
  imageOfPart,
  MANIFEST,
  type Manifest,
  SEAL,
  tableOfPart,
} from "./backupFile.ts";
import { readTar } from "./tar.ts";

export interface Checked {
  head: Head;
  manifest: Manifest;
}

type Found = Manifest["parts"][number];

/**
 * Reads a backup from its beginning to its end and compares every part with what was written.
 * @throws BackupError that names what is damaged, missing or too much
 */
export async function checkBackup(file: FileHandle): Promise<Checked> {
  const found: Found[] = [];
  const kept = new Map<string, Buffer>();
  for await (const { name, bytes } of readTar(file)) {
    if (found.length === 0 && name !== HEAD) throw new BackupError("This is not a backup of Survey App.");
    found.push({ name, bytes: bytes.length, sha256: digest(bytes) });
    if ([HEAD, MANIFEST, SEAL].includes(name)) kept.set(name, bytes);
  }
  const manifest = readManifest(kept);
  compare(
    manifest.parts,
    found.filter(({ name }) => name !== MANIFEST && name !== SEAL),
  );
  const head = JSON.parse(String(kept.get(HEAD))) as Head;
  if (head.format !== FORMAT) {
    const read = `this version of Survey App reads format ${FORMAT}`;
    throw new BackupError(`The backup has format ${head.format}, and ${read}: restore it with a newer version.`);
  }
  return { head, manifest };
}

function readManifest(kept: Map<string, Buffer>): Manifest {
  const manifest = kept.get(MANIFEST);
  if (!manifest) throw new BackupError("The backup is damaged: its manifest is missing.");
  if (String(kept.get(SEAL)) !== `${digest(manifest)}  ${MANIFEST}\n`)
    throw new BackupError("The backup is damaged: its manifest is not what was written.");
  return JSON.parse(String(manifest)) as Manifest;
}

function compare(written: readonly Found[], found: readonly Found[]): void {
  const left = new Map(found.map((part) => [part.name, part]));
  if (left.size < found.length) throw new BackupError("The backup is damaged: it has a part twice.");
  for (const { name, bytes, sha256 } of written) {
    const part = left.get(name);
    if (!part) throw new BackupError(`The backup is damaged: ${called(name)} is missing.`);
    if (part.bytes !== bytes || part.sha256 !== sha256)
      throw new BackupError(`The backup is damaged: ${called(name)} is not what was written.`);
    left.delete(name);
  }
  for (const name of left.keys())
    throw new BackupError(`The backup is damaged: ${called(name)} is too much, its manifest does not know it.`);
  if (written.some(({ name }, at) => found[at]?.name !== name))
    throw new BackupError("The backup is damaged: its parts are in another order.");
}

function called(part: string): string {
  const table = tableOfPart(part);
  if (table) return `${part}, with rows of ${table},`;
  return imageOfPart(part) ? `the picture ${part}` : part;
}
