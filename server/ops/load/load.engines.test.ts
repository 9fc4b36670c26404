import type { AddressInfo } from "node:net";
import * as surveys from "@survey-app/contract/surveys.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countRows } from "../../testing/countRows.sql.ts";
import { makePerson } from "../../testing/people.ts";
import { startProxy } from "../../testing/proxy.ts";
import { runCommand } from "../../testing/runCommand.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { PUBLIC_URL, SECRET } from "../../testing/testConfig.ts";
import { recount } from "../../votes/ledger/verify.sql.ts";
import { loadTest } from "./loadTest.ts";

let t: TestApp;
let url: string;
beforeAll(async () => {
  t = await testApp({ limits: true });
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => t.close());

/** The command, as `npm run load` starts it. */
const load = (...args: string[]) =>
  runCommand(
    "load",
    {
      DATA_DIR: t.dataDir,
      ...(t.databaseUrl && { DATABASE_URL: t.databaseUrl }),
      PUBLIC_URL,
      SESSION_SECRET: SECRET,
    },
    args,
  );
const castFive = (at: string) => loadTest(t.database, t.tokens.sign, { url: at, votes: 5, rate: 100 });

test("casts the votes at this rate, prints percentiles, and leaves no account that can be used", async () => {
  await makePerson(t.database, t.tokens, { role: "admin" });
  const { code, out, err } = await load(url, "--votes", "95", "--rate", "400");
  expect([code, err]).toEqual([0, expect.stringMatching(/^Using [^\n]+\.\n$/)]);
  expect(out).toMatch(
    /^stored {6}95 votes in [\d.]+ s: \d+ a second\nfailed {6}none\nlatency {5}p50 \d+ ms {3}p90 \d+ ms/,
  );
  expect(await recount(t.database)).toMatchObject({ surveys: 10, votes: 95, mismatches: [] });
  // The admin's session is the only one.
  expect((await countRows(t.database)).sessions).toBe(1);
  expect(
    await t.request(surveys.listPublishedSurveys, { as: await makePerson(t.database, t.tokens, { role: "admin" }) }),
  ).toEqual([]);
  expect(await castFive(url)).toMatchObject({ stored: 5, failures: new Map() });
});

test("a server that does not answer is named", async () => {
  await expect(castFive("http://127.0.0.1:1")).rejects.toThrow(/^Nothing answers at http:\/\/127\.0\.0\.1:1\.$/);
});

test("a run of more than ten minutes is rejected", async () => {
  await expect(loadTest(t.database, t.tokens.sign, { url, votes: 7000, rate: 10 })).rejects.toThrow(
    /^7000 votes at 10 a second take longer than 600 seconds/,
  );
});

test("a server with another database gets no vote", async () => {
  const paths: string[] = [];
  const other = await startProxy((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  });
  try {
    await expect(castFive(`http://127.0.0.1:${other.port}`)).rejects.toThrow("does not use this database (404)");
    expect(paths).toEqual([expect.stringMatching(/^GET \/api\/surveyor\//)]);
  } finally {
    other.close();
  }
});

test("a database that people use is left alone, also with an address like a test account's", async () => {
  const { id } = await makePerson(t.database, t.tokens);
  const email = "somebody@load-test.invalid";
  await t.database.db.updateTable("users").set({ email }).where("id", "=", id).execute();
  const before = await countRows(t.database);
  await expect(castFive(url)).rejects.toThrow(/^This database is in use \(1 accounts, 0 surveys\)\./);
  expect(await countRows(t.database)).toEqual(before);
});
