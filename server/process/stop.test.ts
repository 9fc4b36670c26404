import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freePort } from "../testing/browser.ts";
import { type Instance, startInstance } from "../testing/instances.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { SECRET } from "../testing/testConfig.ts";
import { recount } from "../votes/ledger/verify.sql.ts";

/** This app creates the survey; the server that is stopped is a separate process on the same database. */
let t: TestApp;
let survey: string;
let voters: Person[];
const started: Instance[] = [];

beforeAll(async () => {
  t = await testApp();
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  survey = await t.makeSurvey(admin, { publishedBy: admin });
  voters = await Promise.all(Array.from({ length: 50 }, () => makePerson(t.database, t.tokens)));
});
afterAll(async () => {
  await Promise.all(started.map((instance) => instance.stop()));
  await t.close();
});

/** Throws an uncaught error and an unhandled rejection on SIGUSR2. */
const FAULT = `process.on("SIGUSR2", () => {
  setTimeout(() => { throw new Error("a planted error") });
  Promise.reject(new Error("a planted rejection"));
})`;

async function start(env: Record<string, string>): Promise<Instance> {
  const port = await freePort();
  const instance = await startInstance(port, {
    DATA_DIR: t.dataDir,
    ...(t.databaseUrl && { DATABASE_URL: t.databaseUrl }),
    // The public URL, for which tokens are signed.
    PUBLIC_URL: "http://localhost:3000",
    SESSION_SECRET: SECRET,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT)}`,
    ...env,
  });
  started.push(instance);
  return instance;
}

const vote = async (origin: string, as: Person) => {
  const response = await fetch(origin + urlOf(votes.castVote, {}), {
    method: "POST",
    headers: { authorization: `Bearer ${as.token}`, "content-type": "application/json" },
    body: JSON.stringify({ SurveyID: survey, vote: 1 }),
  });
  return { status: response.status, body: await response.json() };
};

/** Locks the survey, so that votes on it wait until the lock is released. */
async function holdSurvey(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holding = t.database.transaction(async ({ db }) => {
    await db.updateTable("surveys").set({ updated_at: Date.now() }).where("id", "=", survey).execute();
    held.resolve();
    await free.promise;
  });
  await held.promise;
  return async () => {
    free.resolve();
    await holding;
  };
}

test("an uncaught error is logged without ending the process; SIGTERM ends it after all accepted requests", async () => {
  const instance = await start({ DRAIN_SECONDS: "4" });
  process.kill(instance.pid, "SIGUSR2");
  await expect
    .poll(instance.log)
    .toMatch(/"a planted error".*\n.*"a planted rejection"|"a planted rejection".*\n.*"a planted error"/);
  const stream = await fetch(instance.url + urlOf(votes.streamSurveyTotals, { params: { id: survey } }));
  const letGo = await holdSurvey();
  const answers = voters.map((voter) => vote(instance.url, voter));
  // A browser opens connections that it may never use.
  const unused = connect(Number(new URL(instance.url).port), "127.0.0.1");
  await once(unused, "connect");
  // Connections are accepted in order: when this one has a response, the votes have arrived.
  await fetch(`${instance.url}/livez`);
  process.kill(instance.pid, "SIGTERM");
  await expect.poll(async () => (await fetch(`${instance.url}/readyz`)).status).toBe(503);
  // Not ready for new clients, but still serving those that have not noticed.
  const late = await fetch(instance.url + urlOf(surveys.listLatestSurveys, {}));
  expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
  await expect.poll(instance.log).toContain("finishing the requests in progress");
  await letGo();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(voters.map(() => 200));
  expect(await stream.text()).toMatch(/retry: \d+\n\n$/);
  expect(await instance.exited).toBe(0);
  expect(await recount(t.database)).toMatchObject({ votes: voters.length, mismatches: [] });
  await expect(fetch(`${instance.url}/livez`)).rejects.toThrow();
});

test.skipIf(inject("engine") === "postgres")("a second signal ends the process immediately", async () => {
  const instance = await start({ DRAIN_SECONDS: "60" });
  process.kill(instance.pid, "SIGTERM");
  await expect.poll(instance.log).toContain("still serving requests for 60 seconds");
  // A signal within a second is the same Ctrl-C, forwarded by npm.
  await sleep(1100);
  process.kill(instance.pid, "SIGTERM");
  expect(await instance.exited).toBe(1);
});
