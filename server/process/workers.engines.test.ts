import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { freePort } from "../testing/browser.ts";
import { type Instance, startInstance } from "../testing/instances.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { runCommand } from "../testing/runCommand.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../testing/testApp.ts";
import { PUBLIC_URL, SECRET } from "../testing/testConfig.ts";
import { recount } from "../votes/ledger/verify.sql.ts";

test("several workers need PostgreSQL and production", () => {
  expect(() => readConfig({ WORKERS: "2" })).toThrow(
    "WORKERS needs DATABASE_URL: only one process may write an SQLite",
  );
  const DATABASE_URL = "postgres://localhost/app";
  expect(() => readConfig({ WORKERS: "auto", DATABASE_URL })).toThrow("WORKERS is for NODE_ENV=production");
  for (const WORKERS of ["0", "65", "many", "1.5"])
    expect(() => readConfig({ WORKERS, DATABASE_URL })).toThrow("WORKERS must be auto or a whole number from 1 to 64.");
});

describe.runIf(inject("engine") === "postgres")("two workers on one port", () => {
  let t: TestApp;
  let survey: string;
  let server: Instance;
  let metricsPort: number;
  let env: Record<string, string>;
  beforeAll(async () => {
    t = await testApp({}, WITHOUT_POLLS);
    const admin = await makePerson(t.database, t.tokens, { role: "admin" });
    survey = await t.makeSurvey(admin, { publishedBy: admin });
    metricsPort = await freePort();
    env = {
      WORKERS: "2",
      DATA_DIR: t.dataDir,
      DATABASE_URL: t.databaseUrl ?? "",
      DATABASE_CONNECTIONS: "6",
      PUBLIC_URL,
      SESSION_SECRET: SECRET,
      METRICS_PORT: String(metricsPort),
    };
    server = await startInstance(await freePort(), env);
    await vi.waitUntil(areServing, 30_000);
  });
  afterAll(async () => {
    await server?.stop();
    await t.close();
  });

  /** The process ids of the server's workers. */
  const workers = () =>
    readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ").map(Number);

  const areServing = () =>
    workers().length === 2 && workers().every((pid) => server.log().includes(`Worker ${pid} listens.`));

  /**
   * Votes, on a connection of its own, and again where the server is too busy, as pages do: on a busy machine a worker
   * waits in vain for a connection to the database. @returns the status, or the cause if there is no response
   */
  async function vote(voter: Person, patienceMs = 30_000): Promise<number | string> {
    const response = await fetch(server.url + urlOf(votes.castVote, {}), {
      method: "POST",
      headers: {
        authorization: `Bearer ${voter.token}`,
        "content-type": "application/json",
        connection: "close",
      },
      body: JSON.stringify({ SurveyID: survey, vote: 1 }),
      signal: AbortSignal.timeout(patienceMs),
    }).catch((error: unknown) => (error as Error).cause ?? error);
    if (!(response instanceof Response)) return String((response as { code?: string }).code ?? response);
    await response.body?.cancel();
    if (response.status !== 503) return response.status;
    await sleep(100);
    return vote(voter, patienceMs);
  }

  /** Votes as new voters, every 50 ms, until `work` has ended. @returns the statuses */
  async function voteDuring(work: () => Promise<unknown>, patienceMs?: number): Promise<(number | string)[]> {
    const voting: Promise<number | string>[] = [];
    const voteAsNew = async () => vote(await makePerson(t.database, t.tokens), patienceMs);
    const timer = setInterval(() => voting.push(voteAsNew()), 50);
    await work().finally(() => clearInterval(timer));
    return Promise.all(voting);
  }

  const stored = async () => (await recount(t.database)).votes;

  test("a worker that is killed is replaced, the others keep serving, and no acknowledged vote is lost", async () => {
    const [victim = 0, other] = workers();
    const before = await stored();
    const statuses = await voteDuring(async () => {
      await sleep(100);
      process.kill(victim, "SIGKILL");
      await expect.poll(workers).not.toContain(victim);
      await expect.poll(areServing).toBe(true);
      // The connections that were on their way to the killed worker stay without a response.
    }, 3000);
    expect(workers()).toContain(other);
    expect(statuses.filter((status) => typeof status === "number" && status !== 200)).toEqual([]);
    const acknowledged = statuses.filter((status) => status === 200).length;
    expect(acknowledged).toBeGreaterThan(0);
    const sum = (await stored()) - before;
    expect(sum).toBeGreaterThanOrEqual(acknowledged);
    expect(sum).toBeLessThanOrEqual(statuses.length);
    expect(server.log()).toContain(`Worker ${victim} ended (SIGKILL); another one starts in`);
  });

  test("SIGHUP replaces them one after the other, and every vote meanwhile is served", async () => {
    const before = workers();
    const statuses = await voteDuring(async () => {
      process.kill(server.pid, "SIGHUP");
      await expect.poll(server.log).toContain("All workers were replaced.");
    });
    expect(workers()).toHaveLength(2);
    expect(new Set(workers()).isDisjointFrom(new Set(before))).toBe(true);
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  test("their metrics are summed on one port, and what describes the database is not", async () => {
    const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const sample = async (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(await read())?.[1]);
    const outcome = 'survey_app_votes_total\\{outcome="stored"\\}';
    const before = (await sample(outcome)) || 0;
    const voters = await Promise.all(Array.from({ length: 12 }, () => makePerson(t.database, t.tokens)));
    expect(await Promise.all(voters.map((voter) => vote(voter)))).toEqual(voters.map(() => 200));
    expect((await sample(outcome)) - before).toBe(12);
    expect(await sample("survey_app_votes_stored")).toBeLessThanOrEqual(await stored());
  });

  test("SIGTERM stops all of them, and the exit code is 0", async () => {
    const pids = workers();
    process.kill(server.pid, "SIGTERM");
    expect(await server.exited).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });

  test("a start that a restart can't help prints its reason once, and ends with 78", async () => {
    const nowhere = Object.assign(new URL(t.databaseUrl ?? ""), { pathname: "/no_such_database" }).href;
    const failing = { ...env, NODE_ENV: "production", DATABASE_URL: nowhere };
    expect(await runCommand("main", failing)).toMatchObject({
      code: 78,
      err: 'The database at DATABASE_URL rejects the connection: database "no_such_database" does not exist.\n',
    });
  });
});
