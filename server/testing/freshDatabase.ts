import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { Database, MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { createDatabase, dropDatabase, openReused, returnDatabase, takeDatabase } from "./postgresDatabases.ts";
import { sharedThreads } from "./sharedThreads.ts";

export interface FreshDatabase {
  database: MainDatabase;
  /** Null on SQLite. */
  databaseUrl: string | null;
  /** This test's own folder. */
  dataDir: string;
  remove(): Promise<void>;
}

/** An empty, migrated database of the tested engine: a new file, or one of PostgreSQL's databases. */
export async function freshDatabase(addressOf?: (databaseUrl: string) => Promise<string>): Promise<FreshDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const reused = inject("engine") === "postgres" ? await takeDatabase() : null;
  const databaseUrl = reused?.url ?? null;
  // A busy machine must not make tests fail; tests that cut the connection to the database measure the real timeout.
  const connectionMs = addressOf ? undefined : PATIENCE_MS;
  if (!reused) writeFileSync(join(dataDir, SQLITE_FILE), await migratedFile());
  const isReused = reused && !addressOf;
  const database = isReused
    ? openReused(reused, { connectionMs })
    : openDatabase({
        databaseUrl: reused && addressOf ? await addressOf(reused.url) : null,
        dataDir,
        connectionMs,
        threads: sharedThreads,
      });
  return {
    database,
    databaseUrl,
    dataDir,
    async remove() {
      if (!isReused) await database.close();
      if (reused) await returnDatabase(reused);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Connects to the same database until the end of the test, like another process. */
export function openElsewhere(t: FreshDatabase): Database {
  const elsewhere = openDatabase(t);
  onTestFinished(() => elsewhere.close());
  return elsewhere;
}

const PATIENCE_MS = 30_000;

/** The location of an empty database, neither migrated nor opened. */
export async function emptyDatabase(): Promise<Pick<FreshDatabase, "databaseUrl" | "dataDir" | "remove">> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const databaseUrl = inject("engine") === "postgres" ? await createDatabase() : null;
  return {
    databaseUrl,
    dataDir,
    async remove() {
      if (databaseUrl) await dropDatabase(databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const SQLITE_FILE = "survey-app.sqlite";
let migrated: Promise<Buffer> | undefined;

/** A migrated SQLite file, created once for each process that runs tests. */
function migratedFile(): Promise<Buffer> {
  migrated ??= migrateFile();
  return migrated;
}

async function migrateFile(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const database = openDatabase({ databaseUrl: null, dataDir, threads: sharedThreads });
  try {
    await migrate(database);
  } finally {
    // Closing the last connection moves the write-ahead log into the file.
    await database.close();
  }
  const file = readFileSync(join(dataDir, SQLITE_FILE));
  rmSync(dataDir, { recursive: true });
  return file;
}
