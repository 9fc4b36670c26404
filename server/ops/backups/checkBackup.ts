import type { FileHandle } from "node:fs/promises";
import {
  BackupError,
  digest,
  FORMAT,
  HEAD,
  type Head,
  head,
  imageOfPart,
  MANIFEST,
  type Manifest,
  manifest,
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
 * Reads a backup completely and compares every part with the manifest.
 * @throws {BackupError} that names the damaged, missing or unexpected part
 */
export async function checkBackup(file: FileHandle): Promise<Checked> {
  const found: Found[] = [];
  const kept = new Map<string, Buffer>();
  for await (const { name, bytes } of readTar(file)) {
    if (found.length === 0 && name !== HEAD) throw new BackupError("This is not a backup of Survey App.");
    found.push({ name, bytes: bytes.length, sha256: digest(bytes) });
    if ([HEAD, MANIFEST, SEAL].includes(name)) kept.set(name, bytes);
  }
  const written = readManifest(kept);
  const parts = found.filter(({ name }) => name !== MANIFEST && name !== SEAL);
  compare(written.parts, parts);
  const checked = { head: readHead(kept), manifest: written };
  requireKnownParts(checked, parts);
  return checked;
}

/** A valid digest doesn't prove a valid backup, because anybody can write one: rejects unknown parts and wrong counts. */
function requireKnownParts({ head: { tables }, manifest: { rows, images } }: Checked, parts: readonly Found[]): void {
  const names = new Set(tables.map(({ name }) => name));
  for (const { name } of parts.slice(1)) {
    const table = tableOfPart(name);
    if (table ? !names.has(table) : !imageOfPart(name))
      throw new BackupError(`The backup is damaged: it has ${name}, which is no part of a backup.`);
  }
  const pictures = parts.filter(({ name }) => imageOfPart(name)).length;
  if (pictures !== images) throw new BackupError(`The backup is damaged: of ${images} pictures it has ${pictures}.`);
  for (const name of names)
    if (rows[name] === undefined) throw new BackupError(`The backup is damaged: its manifest does not count ${name}.`);
}

function readHead(kept: ReadonlyMap<string, Buffer>): Head {
  const found = parsed(kept.get(HEAD));
  const { format } = (found ?? {}) as { format?: unknown };
  if (typeof format === "number" && format !== FORMAT) {
    const read = `this version of Survey App reads format ${FORMAT}`;
    throw new BackupError(`The backup has format ${format}, and ${read}: restore it with a newer version.`);
  }
  const result = head.safeParse(found);
  if (!result.success) throw new BackupError(`The backup is damaged: its ${HEAD} is not what a backup begins with.`);
  return result.data;
}

function readManifest(kept: ReadonlyMap<string, Buffer>): Manifest {
  const bytes = kept.get(MANIFEST);
  if (!bytes) throw new BackupError("The backup is damaged: its manifest is missing.");
  if (String(kept.get(SEAL)) !== `${digest(bytes)}  ${MANIFEST}\n`)
    throw new BackupError("The backup is damaged: its manifest is not what was written.");
  const result = manifest.safeParse(parsed(bytes));
  if (!result.success) throw new BackupError("The backup is damaged: its manifest does not say what there is.");
  return result.data;
}

function parsed(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(bytes));
  } catch {
    return undefined; // the schema rejects it
  }
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
