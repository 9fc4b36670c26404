import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { OperatorError } from "../../database/operatorError.ts";

/** A backup is a tar archive with these parts, in this order; rows are stored as gzipped JSON lines. */
export const HEAD = "backup.json";
export const MANIFEST = "manifest.json";
/** The last part: the digest of the manifest in the format of `sha256sum`. */
export const SEAL = "manifest.sha256";
export const FORMAT = 1;

/** The maximum size of a part, even when uncompressed: 4,000 of the longest surveys are 160 MB. */
export const PART_MAX_BYTES = 256 * 1024 * 1024;

const word = z.string().check(z.regex(/^\w+$/));
const count = z.int().check(z.minimum(0));

/** One table in the file: each row is a JSON array in the order of `columns`. */
const tableHead = z.object({ name: word, columns: z.array(word).check(z.minLength(1)) });
export type TableHead = z.infer<typeof tableHead>;

export const head = z.object({
  app: z.literal("survey-app"),
  format: z.literal(FORMAT),
  /** The engine that the rows were read from; they can be restored into either. */
  engine: z.enum(["sqlite", "postgres"]),
  /** The backup contains everything that was acknowledged before this instant. */
  createdAt: z.iso.datetime(),
  /** Names of the migrations that created the schema, in order. */
  migrations: z.array(z.string().check(z.regex(/^[\w-]+$/))).check(z.minLength(1)),
  /** Each table comes after the tables that it refers to. */
  tables: z.array(tableHead),
});
export type Head = z.infer<typeof head>;

export const manifest = z.object({
  /** All parts before the manifest, in order. */
  parts: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string() })),
  /** Rows of each table. */
  rows: z.record(word, count),
  images: count,
});
export type Manifest = z.infer<typeof manifest>;

/** The reason why a backup can't be written or restored. */
export class BackupError extends OperatorError {
  constructor(sentence: string) {
    // Names and ids in a backup, and values in database errors, must not send control characters to a terminal.
    super(sentence.replaceAll(/\p{Cc}+/gu, " "));
  }
}

export const partOfTable = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, "0")}.jsonl.gz`;

/** @returns the table whose rows a part contains */
export const tableOfPart = (part: string) => /^tables\/(\w+)\/\d+\.jsonl\.gz$/.exec(part)?.[1];

export const partOfImage = (file: string) => `images/${file}`;

/** @returns the file name of an image part; undefined for other parts, and for names that could leave the folder */
export const imageOfPart = (part: string) => /^images\/(\w[\w.-]*)$/.exec(part)?.[1];

export const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
