import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { openDatabase } from "../process/openDatabase.ts";
import { failureSentence } from "../process/startFailure.ts";
import { emptyDatabase } from "../testing/freshDatabase.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

/** The names of the migrations that have a file. */
const written = readdirSync(join(import.meta.dirname, "migrations"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"))
  .sort();

const migrationsOf = async ({ db }: Database) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

test("instances that start together on an empty database migrate it once, and all start", async () => {
  const empty = await emptyDatabase();
  try {
    // Threads, because a SQLite connection that waits for a lock blocks its thread.
    const exits = await Promise.all(Array.from({ length: 4 }, () => migrateElsewhere(empty)));
    expect(exits).toEqual([0, 0, 0, 0]);
    const database = openDatabase(empty);
    expect(await migrationsOf(database)).toEqual(written);
    expect(await database.db.selectFrom("votes").selectAll().execute()).toEqual([]);
    await database.close();
  } finally {
    await empty.remove();
  }
});

/** @returns the thread's exit code, or its error */
function migrateElsewhere(options: { databaseUrl: string | null; dataDir: string }): Promise<unknown> {
  const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
  const code = `
    (async () => {
      const { openDatabase } = await import(${module("../process/openDatabase.ts")});
      const { migrate } = await import(${module("migrate.ts")});
      const database = openDatabase(${JSON.stringify(options)});
      await migrate(database);
      await database.close();
    })();`;
  return new Promise((resolve) =>
    new Worker(code, { eval: true, execArgv: [] }).once("error", resolve).once("exit", resolve),
  );
}

test("a version starts on the database of a later version, and rejects one with unknown earlier migrations", async () => {
  const used = await emptyDatabase();
  const database = openDatabase(used);
  const applied = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      database.db,
    );
  try {
    await migrate(database);
    await applied("9999-later");
    await migrate(database);
    expect(await migrationsOf(database)).toEqual([...written, "9999-later"]);
    await applied("0000-nobodys");
    await expect(migrate(database)).rejects.toThrow(/corrupted migrations/);
  } finally {
    await database.close();
    await used.remove();
  }
});

test("another application's database is left unchanged and reported", async () => {
  const others = await emptyDatabase();
  const database = openDatabase(others);
  try {
    await sql`create table users (name text)`.execute(database.db);
    const failure = await migrate(database).catch((error: unknown) => error);
    expect(failureSentence(failure)).toMatch(/^The database [^\n]+"users"? already exists\): [^\n]*DATA_DIR/);
    expect(await sql`select * from users`.execute(database.db)).toMatchObject({ rows: [] });
  } finally {
    await database.close();
    await others.remove();
  }
});

test("migrating a migrated database changes nothing", async () => {
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  try {
    await migrate(database);
    await migrate(database);
    expect(await migrationsOf(database)).toEqual(written);
  } finally {
    await database.close();
    await empty.remove();
  }
});

test.runIf(inject("engine") === "postgres")(
  "an index of votes is built while people vote, before the migrations, and again after an attempt that was interrupted",
  async () => {
    const used = await emptyDatabase();
    const database = openDatabase(used);
    const { db } = database;
    try {
      await migrate(
        database,
        written.filter((name) => name < "0045"),
      );
      await sql`create index votes_commented_by on votes (user_id) where comment <> ''`.execute(db);
      await sql`update pg_index set indisvalid = false where indexrelid = 'votes_commented_by'::regclass`.execute(db);
      expect(await Promise.all([migrateElsewhere(used), migrateElsewhere(used)])).toEqual([0, 0]);
      const { rows } = await sql<{ indisvalid: boolean; definition: string }>`
        select indisvalid, pg_get_indexdef(indexrelid) as definition from pg_index
        where indexrelid = 'votes_commented_by'::regclass`.execute(db);
      expect(rows).toEqual([{ indisvalid: true, definition: expect.stringContaining("(user_id, id)") }]);
      expect(await migrationsOf(database)).toEqual(written);
    } finally {
      await database.close();
      await used.remove();
    }
  },
);
