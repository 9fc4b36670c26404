import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD } from "@survey-app/contract/session/demoAccounts.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { listPublishedSurveys, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { freePort } from "../testing/browser.ts";
import { type Crowd, startCrowd } from "../testing/demoCrowd.ts";
import { type Instance, startInstance } from "../testing/instances.ts";
import { runCommand } from "../testing/runCommand.ts";
import { urlOf } from "../testing/testApp.ts";
import { startResettingDemo } from "./resettingDemo.ts";

/** A demo that resets when the test asks for it. */
const settings = (dataDir: string) => ({
  NODE_ENV: "development",
  DEMO: "1",
  DEMO_RESET_MINUTES: "60",
  DATA_DIR: dataDir,
  LOG_LEVEL: "info",
  // Each visitor of the crowd has an address of its own.
  TRUST_PROXY: "1",
});

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const folders = () => readdirSync(dataDir).filter((name) => name.startsWith("demo-"));

async function startDemo(port?: number): Promise<Instance> {
  const demo = await startInstance(port ?? (await freePort()), settings(dataDir));
  onTestFinished(demo.stop);
  return demo;
}

/** The time of the reset that a page announces. */
async function announcedReset(url: string): Promise<number> {
  const page = await (await fetch(url)).text();
  return Number(/"demoReset":\{"at":(\d+)/.exec(page)?.[1]);
}

/** Resets the demo, and waits until that is done. */
async function reset({ url, pid }: Instance): Promise<void> {
  const before = await announcedReset(url);
  process.kill(pid, "SIGHUP");
  await expect.poll(() => announcedReset(url)).not.toBe(before);
}

/** All public surveys with their counts. */
async function surveysOf(url: string): Promise<string[]> {
  const path = urlOf(listPublishedSurveys, { query: { limit: 100 } });
  const surveys = (await (await fetch(url + path)).json()) as Survey[];
  return surveys.map(({ Title, totalVotes, participants }) => `${Title}: ${totalVotes}, ${participants}`).sort();
}

/** Signs in at the demo. @returns the session's cookie */
async function signIn(url: string): Promise<string> {
  const response = await fetch(url + urlOf(session.signIn, {}), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "user@example.com", password: DEMO_PASSWORD }),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

test("a demo resets twice under load, and no visitor sees an error or a lost connection", async () => {
  const demo = await startDemo();
  const first = await surveysOf(demo.url);
  expect(first.length).toBeGreaterThan(10);
  expect(await (await fetch(`${demo.url}/sandbox/mail`)).text()).toContain("everyone can read these mails");
  const cookie = await signIn(demo.url);
  const sessionOf = async () => (await fetch(demo.url + urlOf(session.getSession, {}), { headers: { cookie } })).json();
  expect(await sessionOf()).toMatchObject({ user: { email: "user@example.com" } });
  let mostFolders = 0;
  const counting = setInterval(() => {
    mostFolders = Math.max(mostFolders, folders().length);
  }, 5);
  onTestFinished(() => clearInterval(counting));

  const crowd: Crowd = startCrowd(demo.url);
  onTestFinished(async () => void (await crowd.stop()));
  await crowd.untilEachHasDone(3);
  for (const _ of [1, 2]) {
    const unfinished = crowd.beginRequest();
    await reset(demo);
    // The request began before the reset, and ends normally.
    expect(await unfinished.end()).toBe(200);
    await crowd.untilEachHasDone(3);
    // The former demo is gone as soon as its last requests are.
    await expect.poll(folders).toHaveLength(1);
  }
  const { failures, done } = await crowd.stop();
  expect(failures).toEqual([]);
  expect(done.reconnections).toBeGreaterThanOrEqual(2);
  expect(done.votes).toBeGreaterThan(0);
  expect(mostFolders).toBe(2);
  // The user who was signed in is a visitor now.
  expect(await sessionOf()).toBeNull();
  expect((await fetch(demo.url, { headers: { cookie } })).status).toBe(200);

  await reset(demo);
  expect(await surveysOf(demo.url)).toEqual(first);
  const { code, out } = await runCommand("verify", settings(dataDir));
  expect([code, out]).toEqual([0, expect.stringMatching(/^Valid: \d+ votes on \d+ surveys/)]);
  expect(demo.log()).not.toMatch(/"level":[56]0/);
});

test("a demo that is killed while it resets starts again, and leaves one folder behind; other files stay", async () => {
  mkdirSync(join(dataDir, "demo-notes"));
  writeFileSync(join(dataDir, "survey-app.sqlite"), "another installation's");
  const demo = await startDemo();
  const isPreparing = () => folders().length === 3;
  process.kill(demo.pid, "SIGHUP");
  await expect.poll(isPreparing, { interval: 1 }).toBe(true);
  await demo.kill();
  expect(folders()).toHaveLength(3);

  const again = await startDemo();
  expect(await surveysOf(again.url)).not.toEqual([]);
  expect(folders()).toEqual(["demo-notes", expect.stringMatching(/^demo-\d{13}$/)].sort());
  // A second server on the same port and folder fails before it removes anything.
  const port = new URL(again.url).port;
  const { code, err } = await runCommand("main", { ...settings(dataDir), PORT: port });
  expect([code, err]).toEqual([1, expect.stringMatching(/^Port \d+ is in use: /)]);
  expect(await surveysOf(again.url)).not.toEqual([]);
  process.kill(again.pid, "SIGTERM");
  expect(await again.exited).toBe(0);
  expect(readdirSync(dataDir)).toContain("survey-app.sqlite");
});

test("a demo resets at the moment that its pages announce, and not before", async () => {
  const port = await freePort();
  const config = readConfig({ ...settings(dataDir), PORT: String(port), LOG_LEVEL: "silent" });
  const { running } = await startResettingDemo(config, 0.3);
  onTestFinished(async () => void (await running.close()));
  const url = `http://127.0.0.1:${port}`;
  const at = await announcedReset(url);
  // The machine may be too busy for a request just before the reset, so each request counts whose response arrived in
  // time.
  let announced = at;
  while (announced === at) {
    announced = await announcedReset(url);
    if (announced !== at) expect(Date.now()).toBeGreaterThanOrEqual(at);
    await sleep(50);
  }
  // The next demo ends as much later; a busy machine may have missed one.
  expect(announced).toBeGreaterThan(at);
  expect((announced - at) % 18_000).toBe(0);
});

test("commands say that there is no demo before its first start", async () => {
  const { code, err } = await runCommand("verify", settings(dataDir));
  expect([code, err.trim()]).toEqual([1, "There is no demo in DATA_DIR: start the server first."]);
});
