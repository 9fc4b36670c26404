import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { toDatabase } from "./database.ts";
import { deleteInChunks } from "./deleteInChunks.ts";

let t: FreshDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.remove());

test("on SQLite rows are deleted in several statements, between which votes are stored", async () => {
  const { db, dialect } = t.database;
  const count = (ends_at: number) => (_: unknown, n: number) => ({ key: `${ends_at} ${n}`, used: 1, ends_at });
  const counts = [...Array.from({ length: 401 }, count(1)), ...Array.from({ length: 3 }, count(3))];
  await db.insertInto("rate_limit_counts").values(counts).execute();
  const deleted: unknown[] = [];
  const recorded = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      deleted.push(result.numAffectedRows);
      return result;
    },
  });
  await deleteInChunks(toDatabase(recorded, dialect), "rate_limit_counts", "key", sql`ends_at < 2`);
  expect(deleted).toEqual(dialect.engine === "sqlite" ? [200n, 200n, 1n] : [401n]);
  const { rows } = await sql`select key from rate_limit_counts order by key`.execute(db);
  expect(rows).toEqual([{ key: "3 0" }, { key: "3 1" }, { key: "3 2" }]);
});
