import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const ready = async () => (await t.app.inject({ url: "/readyz" })).statusCode;

test("during a flood of /readyz one probe of the database runs at a time", async () => {
  const { ping } = t.database;
  let probes = 0;
  t.database.ping = () => {
    probes++;
    return ping();
  };
  try {
    const answers = await Promise.all(Array.from({ length: 200 }, ready));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(probes).toBe(1);
  } finally {
    t.database.ping = ping;
  }
});

test.runIf(inject("engine") === "sqlite")("/readyz is 503 while the database can't be written", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = t.database.transaction(() => promise);
  // A probe just before the transaction is reused for a moment.
  await expect.poll(ready).toBe(503);
  resolve();
  await holding;
  expect(await ready()).toBe(200);
});

test.runIf(inject("engine") === "postgres")("a read-only database is not ready", async () => {
  const probing = t.database.transaction(async ({ db, dialect }) => {
    await sql`set transaction read only`.execute(db);
    await dialect.requireWritable(db);
  });
  await expect(probing).rejects.toThrow(/read-only/);
});
