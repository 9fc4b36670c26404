import { expect, test } from "vitest";
import { runQueryOf } from "../../database/runQuery.ts";
import { freshDatabase } from "../../testing/freshDatabase.ts";
import { storedTables } from "./schema.sql.ts";

/** SQLite's indexes of texts, which are tables of their own. */
const INDEX = /^(survey|user)_trigrams/;

test("a backup only leaves out tables that the database derives or counts again, and those that must not become valid again", async () => {
  const { database, remove } = await freshDatabase();
  const { db, dialect } = database;
  const stored = (await storedTables(runQueryOf(database), dialect)).map(({ name }) => name);
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  await remove();
  const names = tables.filter(({ isView, name }) => !isView && !INDEX.test(name)).map(({ name }) => name);
  expect(names.filter((name) => !stored.includes(name)).sort()).toEqual([
    "api_keys",
    "email_trail",
    "heartbeats",
    "kysely_migration",
    "kysely_migration_lock",
    "mail_links",
    "mail_server",
    "pending_sign_ins",
    "rate_limit_counts",
    "remembered_devices",
    "session_changes",
    "sessions",
    "survey_counts",
    "survey_listings",
    ...(dialect.engine === "sqlite" ? ["user_numbers"] : []),
  ]);
});
