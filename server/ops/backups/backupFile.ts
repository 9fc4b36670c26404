import { createHash } from "node:crypto";
import * as z from "zod/mini";

/** What a backup consists of: a tar archive with these parts, in this order, and its rows as gzipped JSON lines. */
export const HEAD = "backup.json";
export const MANIFEST = "manifest.json";
/** The digest of the manifest, as `sha256sum` writes it: the last part. */
export const SEAL = "manifest.sha256";
export const FORMAT = 1;

/** The largest part, and what one may be unpacked to: 4 000 of the longest surveys are 160 MB. */
export const PART_MAX_BYTES = 256 * 1024 * 1024;

const word = z.string().check(z.regex(/^\w+$/));
const count = z.int().check(z.minimum(0));

/** One table as it stands in the file: each row is a JSON array in the order of `columns`. */
const tableHead = z.object({ name: word, columns: z.array(word).check(z.minLength(1)) });
export type TableHead = z.infer<typeof tableHead>;

export const head = z.object({
  app: z.literal("survey-app"),
  format: z.literal(FORMAT),
  /** The engine that the rows were read from; they go into either. */
  engine: z.enum(["sqlite", "postgres"]),
  /** Nothing that was acknowledged before is missing. */
  createdAt: z.iso.datetime(),
  /** Names of the migrations that made the schema, in order. */
  migrations: z.array(z.string().check(z.regex(/^[\w-]+$/))).check(z.minLength(1)),
  /** Every table after those that it refers to. */
  tables: z.array(tableHead),
});
export type Head = z.infer<typeof head>;

export const manifest = z.object({
  /** Every part before the manifest, in order. */
  parts: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string() })),
  /** Rows of each table. */
  rows: z.record(word, count),
  images: count,
});
export type Manifest = z.infer<typeof manifest>;

/** Why a backup can't be made or restored: one sentence for whoever typed the command. */
export class BackupError extends Error {
  constructor(sentence: string) {
    // Names and ids of a backup, and what a database repeats of its rows, write no lines of their own in a terminal.
    super(sentence.replaceAll(/\p{Cc}+/gu, " "));
  }
}

export const partOfTable = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, "0")}.jsonl.gz`;

/** @returns the table that a part has rows of */
export const tableOfPart = (part: string) => /^tables\/(\w+)\/\d+\.jsonl\.gz$/.exec(part)?.[1];

export const partOfImage = (file: string) => `images/${file}`;

/** @returns the file that a part is kept as; undefined for names that could lead out of the folder, too */
export const imageOfPart = (part: string) => /^images\/(\w[\w.-]*)$/.exec(part)?.[1];

export const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
