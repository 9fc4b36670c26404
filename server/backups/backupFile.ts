import { createHash } from "node:crypto";

/** What a backup consists of: a tar archive with these parts, in this order, and its rows as gzipped JSON lines. */
export const HEAD = "backup.json";
export const MANIFEST = "manifest.json";
/** The digest of the manifest, as `sha256sum` writes it: the last part. */
export const SEAL = "manifest.sha256";
export const FORMAT = 1;

/** One table as it stands in the file: each row is a JSON array in the order of `columns`. */
export interface TableHead {
  name: string;
  columns: string[];
}

export interface Head {
  app: "survey-app";
  format: number;
  /** The engine that the rows were read from; they go into either. */
  engine: "sqlite" | "postgres";
  /** ISO. Nothing that was acknowledged before is missing. */
  createdAt: string;
  /** Names of the migrations that made the schema, in order. */
  migrations: string[];
  /** Every table after those that it refers to. */
  tables: TableHead[];
}

/** Every part before the manifest, in order. */
export interface Manifest {
  parts: { name: string; bytes: number; sha256: string }[];
  /** Rows of each table. */
  rows: Record<string, number>;
  images: number;
}

/** Why a backup can't be made or restored: one sentence for whoever typed the command. */
export class BackupError extends Error {}

export const partOfTable = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, "0")}.jsonl.gz`;

/** @returns the table that a part has rows of */
export const tableOfPart = (part: string) => /^tables\/(\w+)\/\d+\.jsonl\.gz$/.exec(part)?.[1];

export const partOfImage = (file: string) => `images/${file}`;

/** @returns the file that a part is kept as; undefined for names that could lead out of the folder, too */
export const imageOfPart = (part: string) => /^images\/(\w[\w.-]*)$/.exec(part)?.[1];

export const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
