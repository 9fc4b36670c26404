import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyDatabase } from "../testing/freshDatabase.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

const migrationsOf = async ({ db }: Database) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

test("instances that start together on an empty database migrate it once, and all start", async () => {
  const empty = await emptyDatabase();
  try {
    // Threads, because a connection to SQLite waits for others without letting them go on in its own.
    const exits = await Promise.all(Array.from({ length: 4 }, () => migrateElsewhere(empty)));
    expect(exits).toEqual([0, 0, 0, 0]);
    const database = openDatabase(empty);
    expect(await migrationsOf(database)).toEqual([
      "0001-foundation",
      "0002-accounts",
      "0003-memberships",
      "0005-reading",
    ]);
    expect(await database.db.selectFrom("votes").selectAll().execute()).toEqual([]);
    await database.close();
  } finally {
    await empty.remove();
  }
});

/** @returns the thread's exit code, or what it failed of */
function migrateElsewhere(options: { databaseUrl: string | null; dataDir: string }): Promise<unknown> {
  const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
  const code = `
    (async () => {
      const { openDatabase } = await import(${module("database.ts")});
      const { migrate } = await import(${module("migrate.ts")});
      const database = openDatabase(${JSON.stringify(options)});
      await migrate(database);
      await database.close();
    })();`;
  return new Promise((resolve) =>
    new Worker(code, { eval: true, execArgv: [] }).once("error", resolve).once("exit", resolve),
  );
}

test("migrating what is migrated changes nothing", async () => {
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  try {
    await migrate(database);
    await migrate(database);
    expect(await migrationsOf(database)).toEqual([
      "0001-foundation",
      "0002-accounts",
      "0003-memberships",
      "0005-reading",
    ]);
  } finally {
    await database.close();
    await empty.remove();
  }
});
