import type { FileHandle } from "node:fs/promises";
import { BackupError, PART_MAX_BYTES } from "./backupFile.ts";

/** The part of POSIX's tar format that a backup needs: regular files with short names, in blocks of 512 bytes. */
const BLOCK = 512;

export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** What an archive is written to: an open file, or standard output. */
export interface ByteSink {
  appendFile(bytes: Buffer): Promise<void>;
}

export interface TarWriter {
  add(part: ArchiveEntry): Promise<void>;
  /**
   * Writes the end of the archive, and `empty` more bytes, which readers skip.
   * @returns the size of the whole, in bytes
   */
  end(empty?: number): Promise<number>;
}

export function tarWriter(sink: ByteSink): TarWriter {
  let written = 0;
  const write = async (bytes: Buffer) => {
    await sink.appendFile(bytes);
    written += bytes.length;
  };
  return {
    async add({ name, bytes }) {
      await write(header(name, bytes.length));
      await write(bytes);
      await write(Buffer.alloc(padding(bytes.length)));
    },
    async end(empty = 0) {
      await write(Buffer.alloc(2 * BLOCK + empty));
      return written;
    },
  };
}

/**
 * Reads the parts one after the other, with at most one in memory.
 * @throws {BackupError} that names the part after or within which the archive is damaged or truncated
 */
export async function* readTar(file: FileHandle): AsyncGenerator<ArchiveEntry> {
  const { size } = await file.stat();
  let [offset, before] = [0, "its beginning"];
  const take = async (length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    offset += bytesRead;
    return buffer.subarray(0, bytesRead);
  };
  for (;;) {
    const head = await take(BLOCK);
    if (head.length < BLOCK) throw new BackupError(`The backup ends early, after ${before}.`);
    if (isEmpty(head)) break;
    const { name, length } = parse(head, before);
    if (length > PART_MAX_BYTES) throw new BackupError(`The backup is damaged: ${name} is larger than any part.`);
    if (offset + length + padding(length) > size) throw new BackupError(`The backup ends early, within ${name}.`);
    const bytes = await take(length);
    if (!isEmpty(await take(padding(length)))) throw new BackupError(`The backup is damaged at the end of ${name}.`);
    yield { name, bytes };
    before = name;
  }
  // The format requires one more empty block; other programs write several.
  if (offset + BLOCK > size) throw new BackupError(`The backup ends early, after ${before}.`);
  while (offset < size)
    if (!isEmpty(await take(BLOCK))) throw new BackupError(`The backup has data after its end, after ${before}.`);
}

const padding = (length: number) => (BLOCK - (length % BLOCK)) % BLOCK;
const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");

/** The fields are name, mode, owner, group, size, time, checksum, type and magic. */
function header(name: string, length: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  head.write(name, 0, 100);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(`${octal(length, 11)}\0`, 124);
  head.write(`${octal(Math.floor(Date.now() / 1000), 11)}\0`, 136);
  head.write("0", 156);
  head.write("ustar\0" + "00", 257);
  head.write(`${octal(checksum(head), 6)}\0 `, 148);
  return head;
}

function parse(head: Buffer, before: string): { name: string; length: number } {
  const text = (from: number, length: number) => head.toString("latin1", from, from + length);
  const [, name] = /^([\w./-]+)\0*$/.exec(text(0, 100)) ?? [];
  const isOurs =
    text(148, 8) === `${octal(checksum(head), 6)}\0 ` && /^[0-7]{11}[\0 ]$/.test(text(124, 12)) && text(156, 1) === "0";
  if (!name || !isOurs) throw new BackupError(`The backup is damaged after ${before}: no part starts there.`);
  return { name, length: Number.parseInt(text(124, 11), 8) };
}

/** The sum of all bytes, with the checksum's own bytes counted as spaces. */
function checksum(head: Buffer): number {
  let sum = 0;
  for (const [index, byte] of head.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}
