import { listFailedWork, retryFailedWork, STEP_JOBS } from "@survey-app/contract/ops/failedWork.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../database/tables.ts";
import { type CreateJobs, type JobRun, runJob } from "../http/jobs.ts";
import { freePort } from "../testing/browser.ts";
import { endPauses, failuresOf } from "../testing/failedSteps.sql.ts";
import type { JobCase } from "../testing/jobCase.ts";
import { casesOfJobs } from "../testing/jobCases.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { findWatchersOfDeletion, poisonRow } from "../testing/poison.sql.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

/**
 * Every job of the app is here: with rows of which one is poisoned, or with the reason why a single row can't fail. The
 * list is compared with the jobs that the app registers, so a new job has to be added.
 */

/**
 * Jobs of statements that delete rows by their age. If no trigger watches the rows and nothing refers to them, a
 * deletion fails for all or for none.
 */
const DELETIONS: Record<string, (keyof Tables)[]> = {
  "removing expired rate limit counts": ["rate_limit_counts"],
  "removing emails that were given up": ["outbox"],
  "removing the trail of old emails": ["email_trail"],
  "removing expired invitations to co-own surveys": ["survey_owners"],
  "removing what expired": [
    "sessions",
    "pending_sign_ins",
    "remembered_devices",
    "mail_links",
    "api_keys",
    "account_invitations",
    "session_changes",
  ],
  "removing hashes of counted addresses": ["counted_addresses"],
  "removing old deliveries to webhooks": ["webhook_deliveries"],
  "removing expired short addresses": ["short_addresses"],
  "forgetting the voters of open links": ["link_networks", "link_surveys", "room_questions"],
  "forgetting failures of rows that are not due any more": ["failed_steps"],
};
/** They add a row to a table without any constraint. */
const HARMLESS_TRIGGERS = ["session_ended", "session_key_revoked", "session_changed"];
/** Jobs that store nothing. */
const READERS = [
  "looking for surveys that start",
  "recounting the votes",
  "measuring the queues",
  "measuring the disk and the last backup",
  "reading the certificates",
];

const registered = new Map<string, (run: JobRun) => Promise<unknown>>();
const createRegistry: CreateJobs = () => ({
  everyHour: (what, work) => void registered.set(what, work),
  runRepeatedly: (what, _pauseMs, work) => void registered.set(what, work),
});

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let receiver: Receiver;
let cases: Record<string, JobCase[]>;
beforeAll(async () => {
  receiver = await startReceiver();
  const settings = { sandbox: true, retentionDays: 365, inactiveDays: 365, webhookAllowPrivate: true };
  t = await testApp({ ...settings, metrics: { port: await freePort(), host: "127.0.0.1" } }, { jobs: createRegistry });
  people = await createUsersOfEveryRole(t.database, t.tokens);
  cases = casesOfJobs({ t, people, webhookUrl: receiver.url });
});
afterAll(async () => {
  await t.close();
  await receiver.close();
});

/** The log and the counts of a job's runs. */
interface Reported {
  failures: string[];
  recoveries: string[];
  /** Runs with a failure. */
  failedRuns: number;
}

/** Runs a job as the app does. */
async function run(what: string, reported: Reported): Promise<void> {
  const log = {
    error: ({ row }: { row?: string }) => void reported.failures.push(String(row)),
    info: ({ row }: { row?: string }) => void reported.recoveries.push(String(row)),
  } as Parameters<typeof runJob>[0]["log"];
  const onFailure = () => void reported.failedRuns++;
  const { signal } = new AbortController();
  const failure = await runJob(
    { what, log, onFailure, signal },
    registered.get(what) as (run: JobRun) => Promise<unknown>,
  );
  expect(failure?.error, `${what} ended early`).toBeUndefined();
}

async function walk(what: string, { job, poison, makeDue, isDone, cleanUp }: JobCase): Promise<void> {
  const reported: Reported = { failures: [], recoveries: [], failedRuns: 0 };
  const about = `${what} (${job})`;
  const rows = await makeDue();
  const [first, middle, last] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  const done = () => Promise.all([first, middle, last].map(isDone));
  const heal = await poisonRow(t.database, poison, middle.poisoned ?? middle.key);
  const found = async () => (await t.request(listFailedWork, { as: people.admin })).find(({ queue }) => queue === job);
  try {
    // Deliveries end after the run, and PostgreSQL erases sums when no transaction reads them.
    await expect.poll(() => run(what, reported).then(done), { message: about }).toEqual([true, false, true]);
    expect(reported.failures, about).toEqual([middle.key]);
    expect(await failuresOf(t.database, middle.key), about).toMatchObject([{ job, attempts: 1 }]);
    // The error of the database has an address, and what is stored and shown hasn't.
    const error = t.databaseUrl === null ? "SQLite 1811" : "P0001";
    expect(await found(), about).toMatchObject({ count: 1, rows: [{ id: middle.key, error }] });

    const { failedRuns } = reported;
    await run(what, reported);
    expect(reported.failedRuns, `${about} waits before it tries again`).toBe(failedRuns);
    await endPauses(t.database);
    await run(what, reported);
    expect(reported.failedRuns, `${about} counts each failure`).toBe(failedRuns + 1);
    const [failed] = await failuresOf(t.database, middle.key);
    expect(failed?.attempts, about).toBe(2);
    expect(failed?.next_at, `${about}: the pause grows`).toBeGreaterThan(Date.now() + 15_000);
    expect(reported.failures, `${about} logs it once`).toEqual([middle.key]);
  } finally {
    await heal();
  }
  expect(await t.request(retryFailedWork, { as: people.admin, body: { queue: job } }), about).toEqual({ retried: 1 });
  await expect.poll(() => run(what, reported).then(done), { message: about }).toEqual([true, true, true]);
  await expect.poll(() => reported.recoveries, { message: about }).toEqual([middle.key]);
  expect(await found(), about).toBeUndefined();
  await cleanUp?.();
}

test("each job does the rows around one that fails, which is logged once, shown, tried again after a pause, and done when it can be", async () => {
  for (const [what, ofJob] of Object.entries(cases)) for (const each of ofJob) await walk(what, each);
}, 300_000);

test("every job of the app, and every kind of row that fails alone, is in that test", () => {
  const named = [...Object.keys(cases), ...Object.keys(DELETIONS), ...READERS];
  expect([...registered.keys()].sort()).toEqual(named.sort());
  const walked = new Set(Object.values(cases).flatMap((ofJob) => ofJob.map(({ job }) => job)));
  expect([...walked].sort()).toEqual([...STEP_JOBS].sort());
});

test("in the jobs that only delete rows by their age, no single row can fail: nothing watches the deletion, or refers to the row", async () => {
  for (const table of Object.values(DELETIONS).flat()) {
    const watchers = await findWatchersOfDeletion(t.database, table);
    expect(
      watchers.filter((name) => !HARMLESS_TRIGGERS.includes(name)),
      table,
    ).toEqual([]);
  }
});
