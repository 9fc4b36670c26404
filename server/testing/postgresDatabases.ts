import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { createClusterDatabase, dropClusterDatabase } from "../../tools/test/cluster.ts";
import type { DatabaseOptions, MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { distribute } from "../database/postgres/distribution.ts";
import type { Tables } from "../database/tables.ts";
import { openDatabase } from "../process/openDatabase.ts";

/** A database that one test uses after the other. */
export interface ReusedDatabase {
  url: string;
  /** The connections to it, which stay open between tests: null until the first test that opens it. */
  opened: MainDatabase | null;
}

/** The databases of closed tests, emptied: that takes 30 ms, and cloning one up to 400, because it has 650 files. */
const idle: ReusedDatabase[] = [];

/** An empty, migrated database that no other test uses. */
export async function takeDatabase(): Promise<ReusedDatabase> {
  if (clusterUrls().workers.length > 0) return { url: await distributedDatabase(), opened: null };
  return idle.pop() ?? { url: await cloneTemplate(), opened: null };
}

/** The name of the connections that stay open. */
const REUSED = "reused";

/**
 * The database's connections, opened once: PostgreSQL starts a process for each, which takes 10 ms of CPU until it has
 * read the catalog, and a test needs five.
 */
export function openReused(reused: ReusedDatabase, options: Pick<DatabaseOptions, "connectionMs">): MainDatabase {
  const url = new URL(reused.url);
  url.searchParams.set("application_name", REUSED);
  reused.opened ??= openDatabase({ databaseUrl: url.href, dataDir: "", ...options });
  return reused.opened;
}

const clusterUrls = () => ({ coordinator: inject("postgresUrl"), workers: inject("workerUrls") });

/** A database of a cluster, migrated, with its votes distributed. */
async function distributedDatabase(): Promise<string> {
  const databaseUrl = await createClusterDatabase(clusterUrls(), newName());
  const database = openDatabase({ databaseUrl, dataDir: "" });
  try {
    await migrate(database);
    await distribute(database, () => {});
  } finally {
    await database.close();
  }
  return databaseUrl;
}

/** Empties a database, so that another test can take it. */
export async function returnDatabase(reused: ReusedDatabase): Promise<void> {
  const { url, opened } = reused;
  if (clusterUrls().workers.length > 0) {
    await opened?.close();
    return dropClusterDatabase(clusterUrls(), new URL(url).pathname.slice(1));
  }
  // Remaining work of the closed app must not reach the next test.
  while (opened?.load().some(({ inUse, waiting }) => inUse + waiting > 0)) await sleep(5);
  const empty = (db: Kysely<Tables>) => db.connection().execute(emptyTables);
  if (opened) await empty(opened.db);
  else {
    const other = openDatabase({ databaseUrl: url, dataDir: "" });
    await empty(other.db).finally(other.close);
  }
  idle.push(reused);
}

async function emptyTables(db: Kysely<Tables>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> '${REUSED}'`);
  // As a replica it fires no triggers, which keep votes from being deleted, and checks no foreign keys.
  await run("set session_replication_role = replica; set statement_timeout = 0");
  const { rows } = await sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely_%' and pg_relation_size(oid) > 0`.execute(db);
  const tables = rows.map(({ name }) => name);
  if (tables.length > 0) {
    await run(tables.map((name) => `delete from ${name}`).join(";"));
    // Otherwise the next test would search the deleted rows.
    await run(`vacuum ${tables.join()}`);
  }
  await run("select setval(seqrelid::regclass, seqstart, false) from pg_sequence");
  await run("reset session_replication_role; reset statement_timeout");
}

/** Creates a database without tables. */
export async function createDatabase(): Promise<string> {
  const server = inject("postgresUrl");
  const name = newName();
  await withClient(server, (admin) => admin.query(`create database "${name}"`));
  return urlOf(name, server);
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withClient(inject("postgresUrl"), (admin) => admin.query(`drop database "${name}" with (force)`));
}

const newName = () => `${inject("testDatabases")}${randomUUID().replaceAll("-", "")}`;

function urlOf(name: string, server: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Migrating takes a second, so only the first database is migrated. */
function cloneTemplate(): Promise<string> {
  const server = inject("postgresUrl");
  const template = `survey_app_template_${migrationsHash()}`;
  const name = newName();
  return withClient(server, async (admin) => {
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
