import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../testing/browser.ts";
import { makeAuthority } from "../../testing/certificates.ts";
import { cutStreams, openStream } from "../../testing/eventStream.ts";
import { makePerson, type Person } from "../../testing/people.ts";
import { startSmtp } from "../../testing/smtp.ts";
import { type TestApp, testApp, urlOf } from "../../testing/testApp.ts";
import { noteBackup } from "../backups/lastBackup.ts";
import { createMetrics } from "./metrics.ts";

let t: TestApp;
let admin: Person;
let survey: string;
let port: number;

beforeAll(async () => {
  port = await freePort();
  t = await testApp({ metrics: { port, host: "127.0.0.1" } });
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
  survey = await t.makeSurvey(admin, { publishedBy: admin });
  // The first stream makes the app listen.
  (await openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id: survey } }))).cut();
});
afterAll(async () => {
  cutStreams();
  await t.close();
});

const origin = () => `http://127.0.0.1:${(t.app.server.address() as { port: number }).port}`;

/** Every sample by its name and labels, as Prometheus reads it. */
async function read(from = port): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${from}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** The change of each sample while `work` runs; missing samples count as 0. */
async function moves(work: () => Promise<unknown>): Promise<(sample: string) => number> {
  const before = await read();
  await work();
  const after = await read();
  return (sample) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
}

const requests = (method: string, route: string, status: number) =>
  `survey_app_http_requests_total{method="${method}",route="${route}",status="${status}"}`;

test("votes are counted by outcome and batch, and requests by route and status, with their duration", async () => {
  const voters = await Promise.all(Array.from({ length: 40 }, () => makePerson(t.database, t.tokens)));
  const cast = (as: Person, SurveyID = survey) => t.send(votes.castVote, { as, body: { SurveyID, vote: 1 } });
  const moved = await moves(async () => {
    await Promise.all(voters.map((voter) => cast(voter)));
    await cast(voters[0] as Person);
    await cast(voters[0] as Person, "nowhere");
  });
  const outcomes = ["stored", "already", "refused", "failed"].map((outcome) =>
    moved(`survey_app_votes_total{outcome="${outcome}"}`),
  );
  expect(outcomes).toEqual([40, 1, 1, 0]);
  expect(moved("survey_app_votes_batch_size_sum")).toBe(42);
  // Concurrent votes were stored in one batch.
  expect(moved("survey_app_votes_batch_size_count")).toBeLessThan(20);
  const route = urlOf(votes.castVote, {});
  expect(moved(requests("POST", route, 200))).toBe(41);
  expect(moved(requests("POST", route, 404))).toBe(1);
  expect(moved(`survey_app_http_request_duration_seconds_count{method="POST",route="${route}"}`)).toBe(42);
  expect((await read()).get("survey_app_votes_waiting")).toBe(0);
});

test("cached responses count like others, and unknown URLs don't add routes", async () => {
  const get = async (path: string, headers = {}) => (await fetch(origin() + path, { headers })).headers.get("etag");
  const path = urlOf(surveys.getSurvey, { params: { id: survey } });
  const moved = await moves(async () => {
    const etag = await get(path);
    await get(path);
    await get(path, { "if-none-match": etag });
    for (const unknown of ["/api/nothing", "/nothing", "/api/nothing/more"]) await get(unknown);
  });
  const route = "/api/surveyor/:id";
  expect([moved(requests("GET", route, 200)), moved(requests("GET", route, 304))]).toEqual([2, 1]);
  expect(moved(requests("GET", "none", 404))).toBe(3);
  expect(moved(`survey_app_http_request_duration_seconds_count{method="GET",route="${route}"}`)).toBe(3);
  expect([...(await read()).keys()].filter((sample) => sample.includes(survey))).toEqual([]);
});

test("open streams are counted while they are open, and their duration is not", async () => {
  const moved = await moves(async () => {
    for (let count = 0; count < 3; count++)
      await openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id: survey } }));
  });
  expect(moved("survey_app_event_streams")).toBe(3);
  cutStreams();
  await expect.poll(async () => (await read()).get("survey_app_event_streams")).toBe(0);
  expect([...(await read()).keys()].filter((sample) => /duration.*events/.test(sample))).toEqual([]);
});

test("waiting for the database and its rejections are measured", async () => {
  const isSqlite = t.database.dialect.engine === "sqlite";
  const pool = isSqlite ? "writer" : "votes";
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const { forVotes } = t.database;
  const holding = forVotes.transaction(async () => {
    held.resolve();
    await free.promise;
  });
  await held.promise;
  expect((await read()).get(`survey_app_database_in_use{pool="${pool}"}`)).toBe(1);
  // More than PostgreSQL's connections for votes.
  const writing = Array.from({ length: isSqlite ? 1 : 20 }, () =>
    forVotes.transaction(async () => {
      await free.promise;
    }),
  );
  // SQLite's checkpoints may wait in the queue too.
  const waiting = expect.poll(async () => (await read()).get(`survey_app_database_waiting{pool="${pool}"}`));
  await waiting.toBeGreaterThanOrEqual(1).finally(free.resolve);
  await Promise.all([holding, ...writing]);
  expect((await read()).get(`survey_app_database_waiting{pool="${pool}"}`)).toBe(0);
  expect((await read()).get("survey_app_database_unavailable_total")).toBe(0);
});

test("a counter that differs from its votes is a mismatch at the next recount, and an error in the log", async () => {
  expect((await read()).get("survey_app_counter_mismatches")).toBe(0);
  const metrics = createMetrics();
  const recounted = metrics.recount(t.database, async () => ({ votes: 3, mismatches: [{}, {}] }));
  await expect(recounted).rejects.toThrow("The counters of 2 surveys differ from their stored votes");
});

test("each queue says for how long its oldest entry has been due, and each failed run and failed row of a job is counted", async () => {
  const tenMinutesAgo = Date.now() - 600_000;
  const image = { id: "removed", owner_id: admin.id, bytes: 1, created_at: tenMinutesAgo, removed_at: tenMinutesAgo };
  await t.database.db.insertInto("images").values(image).execute();
  const poisoned = {
    job: "closing",
    row_key: "s",
    attempts: 1,
    next_at: 0,
    first_failed_at: 0,
    error: "Error",
  } as const;
  await t.database.db.insertInto("failed_steps").values(poisoned).execute();
  const app = fastify();
  const address = { port: await freePort(), host: "127.0.0.1" };
  const metrics = createMetrics();
  await metrics.watch(app, address);
  await metrics.measureQueues(t.database);
  metrics.countFailedRun("sending emails");
  metrics.countWrongCode();
  const samples = await read(address.port);
  await app.close();
  const overdue = (queue: string) => samples.get(`survey_app_queue_oldest_due_seconds{queue="${queue}"}`);
  expect(overdue("imageRemovals")).toBeGreaterThanOrEqual(600);
  expect(overdue("payments")).toBe(0);
  expect(samples.get('survey_app_failed_rows{queue="closing"}')).toBe(1);
  expect(samples.get('survey_app_failed_rows{queue="names"}')).toBe(0);
  expect(samples.get('survey_app_job_failures_total{job="sending emails"}')).toBe(1);
  expect(samples.get("survey_app_wrong_short_codes_total")).toBe(1);
});

test("the disk, the last backup, refused writes and the certificates of other servers are measured", async () => {
  const authority = makeAuthority();
  const until = Date.now() + 10 * DAY_MS;
  const smtp = await startSmtp({ tls: { when: "always", ...authority.issue({ ip: "127.0.0.1" }, until) } });
  const app = fastify();
  const address = { port: await freePort(), host: "127.0.0.1" };
  const metrics = createMetrics();
  await metrics.watch(app, address);
  let isWritable = true;
  metrics.watchWritability(() => isWritable);
  await metrics.measureHost(t.dataDir);
  const without = await read(address.port);
  expect(without.get("survey_app_backup_timestamp_seconds")).toBe(0);
  expect(without.get("survey_app_database_writable")).toBe(1);
  expect(without.get("survey_app_disk_free_bytes")).toBeGreaterThan(0);
  expect(without.get("survey_app_disk_size_bytes")).toBeGreaterThan(without.get("survey_app_disk_free_bytes") ?? 0);
  isWritable = false;
  noteBackup(t.dataDir, { at: "2026-11-20T03:15:00.000Z", votes: 3 });
  await metrics.measureHost(t.dataDir);
  const servers = { smtpUrl: smtp.url, smtpCa: authority.cert, databaseUrls: [] };
  await metrics.measureCertificates(servers);
  const samples = await read(address.port);
  const label = `{of="mail",host="${new URL(smtp.url).host}"}`;
  expect(samples.get("survey_app_backup_timestamp_seconds")).toBe(Date.parse("2026-11-20T03:15:00.000Z") / 1000);
  expect(samples.get("survey_app_database_writable")).toBe(0);
  expect(samples.get(`survey_app_certificate_expiry_timestamp_seconds${label}`)).toBeCloseTo(until / 1000, -2);
  await metrics.measureCertificates({ ...servers, smtpCa: null });
  const untrusted = await read(address.port);
  expect(untrusted.get(`survey_app_certificate_expiry_timestamp_seconds${label}`)).toBe(0);
  await app.close();
  await smtp.close();
});

test("the metrics are not on the public port, and their port serves nothing else", async () => {
  const inside = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(inside.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await inside.text()).toContain("nodejs_eventloop_lag_seconds");
  expect((await fetch(`${origin()}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/api/letest/surveyor`)).status).toBe(404);
});
