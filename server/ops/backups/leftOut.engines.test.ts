import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase } from "../../testing/freshDatabase.ts";
import { type RunQuery, storedTables } from "./schema.sql.ts";

/** SQLite's index of texts, whose tables are its own. */
const INDEX = /^survey_trigrams/;

test("a backup leaves out what the database derives or counts anew, and what must not become valid again, and no other table", async () => {
  const { database, remove } = await freshDatabase();
  const { db, dialect } = database;
  const query: RunQuery = async <R>(statement: string) => (await db.executeQuery<R>(CompiledQuery.raw(statement))).rows;
  const stored = (await storedTables(query, dialect)).map(({ name }) => name);
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  await remove();
  const names = tables.filter(({ isView, name }) => !isView && !INDEX.test(name)).map(({ name }) => name);
  expect(names.filter((name) => !stored.includes(name)).sort()).toEqual([
    "api_keys",
    "heartbeats",
    "kysely_migration",
    "kysely_migration_lock",
    "mail_links",
    "pending_sign_ins",
    "rate_limit_counts",
    "remembered_devices",
    "session_changes",
    "sessions",
    "survey_counts",
    "survey_listings",
  ]);
});
