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
  /** The size of all rows before they were compressed. */
  unpackedBytes: number;
}

type Found = Manifest["parts"][number];

/**
 * Reads a backup completely and compares every part with the manifest.
 * @throws {BackupError} that names the damaged, missing or unexpected part
 */
export async function checkBackup(file: FileHandle): Promise<Checked> {
  const found: Found[] = [];
  let unpackedBytes = 0;
  const contents = new Map<string, Buffer>();
  for await (const { name, bytes } of readTar(file)) {
    if (found.length === 0 && name !== HEAD) throw new BackupError("This is not a backup of Survey App.");
    found.push({ name, bytes: bytes.length, sha256: digest(bytes) });
    if (tableOfPart(name)) unpackedBytes += unpackedSize(bytes);
    if ([HEAD, MANIFEST, SEAL].includes(name)) contents.set(name, bytes);
  }
  const written = readManifest(contents);
  const parts = found.filter(({ name }) => name !== MANIFEST && name !== SEAL);
  compare(written.parts, parts);
  const checked = { head: readHead(contents), manifest: written, unpackedBytes };
  requireKnownParts(checked, parts);
  return checked;
}

/** Gzip writes the uncompressed size at the end. */
const unpackedSize = (gzip: Buffer): number => (gzip.length < 4 ? 0 : gzip.readUInt32LE(gzip.length - 4));

/**
 * A valid digest doesn't prove a valid backup, because anyone can write one. Rejects unknown parts and wrong counts.
 */
function requireKnownParts(
  { head: { tables }, manifest: { rows, images } }: Pick<Checked, "head" | "manifest">,
  parts: readonly Found[],
): void {
  const names = new Set(tables.map(({ name }) => name));
  for (const { name } of parts.slice(1)) {
    const table = tableOfPart(name);
    if (table ? !names.has(table) : !imageOfPart(name))
      throw new BackupError(`The backup is damaged: it has ${name}, which is not part of a backup.`);
  }
  const pictures = parts.filter(({ name }) => imageOfPart(name)).length;
  if (pictures !== images) throw new BackupError(`The backup is damaged: it has ${pictures} of ${images} images.`);
  for (const name of names)
    if (rows[name] === undefined) throw new BackupError(`The backup is damaged: its manifest does not count ${name}.`);
}

function readHead(contents: ReadonlyMap<string, Buffer>): Head {
  const found = parsed(contents.get(HEAD));
  const { format } = (found ?? {}) as { format?: unknown };
  if (typeof format === "number" && format !== FORMAT) {
    const read = `this version of Survey App reads format ${FORMAT}`;
    throw new BackupError(`The backup has format ${format}, and ${read}: restore it with a newer version.`);
  }
  const result = head.safeParse(found);
  if (!result.success) throw new BackupError(`The backup is damaged: its ${HEAD} is invalid.`);
  return result.data;
}

function readManifest(contents: ReadonlyMap<string, Buffer>): Manifest {
  const bytes = contents.get(MANIFEST);
  if (!bytes) throw new BackupError("The backup is damaged: its manifest is missing.");
  if (String(contents.get(SEAL)) !== `${digest(bytes)}  ${MANIFEST}\n`)
    throw new BackupError("The backup is damaged: its manifest was changed.");
  const result = manifest.safeParse(parsed(bytes));
  if (!result.success) throw new BackupError("The backup is damaged: its manifest is invalid.");
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
  const unexpected = new Map(found.map((part) => [part.name, part]));
  if (unexpected.size < found.length) throw new BackupError("The backup is damaged: it has a duplicate part.");
  for (const { name, bytes, sha256 } of written) {
    const part = unexpected.get(name);
    if (!part) throw new BackupError(`The backup is damaged: ${describeEntry(name)} is missing.`);
    if (part.bytes !== bytes || part.sha256 !== sha256)
      throw new BackupError(`The backup is damaged: ${describeEntry(name)} was changed.`);
    unexpected.delete(name);
  }
  for (const name of unexpected.keys())
    throw new BackupError(`The backup is damaged: ${describeEntry(name)} is not listed in its manifest.`);
  if (written.some(({ name }, index) => found[index]?.name !== name))
    throw new BackupError("The backup is damaged: its parts are in another order.");
}

function describeEntry(part: string): string {
  const table = tableOfPart(part);
  if (table) return `${part}, with rows of ${table},`;
  return imageOfPart(part) ? `the image ${part}` : part;
}
