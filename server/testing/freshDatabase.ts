import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { type MainDatabase, openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sharedThreads } from "./sharedThreads.ts";

export interface FreshDatabase {
  database: MainDatabase;
  /** Null on SQLite. */
  databaseUrl: string | null;
  /** This test's own folder. */
  dataDir: string;
  remove(): Promise<void>;
}

/** Creates an empty, migrated database of the tested engine: a new file, or a cloned PostgreSQL database. */
export async function freshDatabase(addressOf?: (databaseUrl: string) => Promise<string>): Promise<FreshDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const databaseUrl = inject("engine") === "postgres" ? await cloneTemplate(inject("postgresUrl")) : null;
  if (!databaseUrl) writeFileSync(join(dataDir, SQLITE_FILE), await migratedFile());
  const database = openDatabase({
    databaseUrl: databaseUrl && addressOf ? await addressOf(databaseUrl) : databaseUrl,
    dataDir,
    // A busy machine must not make tests fail; tests that cut the connection to the database measure the real timeout.
    connectionMs: addressOf ? undefined : PATIENCE_MS,
    threads: sharedThreads,
  });
  return {
    database,
    databaseUrl,
    dataDir,
    async remove() {
      await database.close();
      if (databaseUrl)
        await withAdmin(inject("postgresUrl"), (admin) =>
          admin.query(`drop database "${nameOf(databaseUrl)}" with (force)`),
        );
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const PATIENCE_MS = 30_000;

/** The location of an empty database, neither migrated nor opened. */
export async function emptyDatabase(): Promise<Pick<FreshDatabase, "databaseUrl" | "dataDir" | "remove">> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const server = inject("engine") === "postgres" ? inject("postgresUrl") : null;
  const name = `survey_app_test_${randomUUID().replaceAll("-", "")}`;
  if (server) await withAdmin(server, (admin) => admin.query(`create database "${name}"`));
  return {
    databaseUrl: server && urlOf(name, server),
    dataDir,
    async remove() {
      if (server) await withAdmin(server, (admin) => admin.query(`drop database "${name}" with (force)`));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

function urlOf(name: string, server: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withAdmin<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const SQLITE_FILE = "survey-app.sqlite";
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

/** On PostgreSQL migrating takes a second, and cloning a migrated database a tenth of one. */
function cloneTemplate(server: string): Promise<string> {
  const template = `survey_app_template_${migrationsHash()}`;
  const name = `survey_app_test_${randomUUID().replaceAll("-", "")}`;
  return withAdmin(server, async (admin) => {
    // One at a time: test files run concurrently, and PostgreSQL can't clone a template twice at the same time.
    await admin.query("select pg_advisory_lock(20260901)");
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (!rowCount) await makeTemplate(admin, server, template);
    // Copying files takes half the CPU time of copying pages through the log, which is the default.
    await admin.query(`create database "${name}" template "${template}" strategy file_copy`);
    return urlOf(name, server);
  });
}

async function makeTemplate(admin: pg.Client, server: string, template: string): Promise<void> {
  const unfinished = `${template}_unfinished`;
  await admin.query(`drop database if exists "${unfinished}" with (force)`);
  await admin.query(`create database "${unfinished}"`);
  const database = openDatabase({ databaseUrl: urlOf(unfinished, server), dataDir: "" });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  await admin.query(`alter database "${unfinished}" rename to "${template}"`);
}

function migrationsHash(): string {
  const folder = join(import.meta.dirname, "../database/migrations");
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  for (const file of files.sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}
