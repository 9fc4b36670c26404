import { type Counter, collectDefaultMetrics, type Histogram, Registry } from "@prometheus-io/client";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { STEP_JOBS } from "@survey-app/contract/ops/failedWork.ts";
import type { FastifyInstance } from "fastify";
import type { Database, MainDatabase } from "../../database/database.ts";
import type { Load } from "../../database/load.ts";
import { isUnavailable } from "../../database/unavailable.ts";
import { onceClosed } from "../../http/concurrency.ts";
import type { CacheHit } from "../../http/responseCache.ts";
import { countFailedSteps } from "../../queues/steps.sql.ts";
import { findLastBackup } from "../backups/lastBackup.ts";
import { type CertificateSettings, findCertificates } from "../certificates.ts";
import { readDisk } from "../disk.ts";
import { findOldestOfQueues } from "../queueAges.sql.ts";
import { counter, gauge, histogram } from "./instruments.ts";
import { serveMetrics } from "./serveMetrics.ts";
import { shareMetrics } from "./workersMetrics.ts";

/** Routes of event streams, which never end: the number of open ones is measured instead of their duration. */
const streams = new Set([...endpoints.values()].filter(({ stream }) => stream).map(({ path }) => API_PREFIX + path));

/** The metrics and their endpoint for Prometheus. Loaded only if METRICS_PORT is set. */
export interface Metrics {
  /** Called for responses from the response cache, which never reach the app. */
  countCacheHit(hit: CacheHit): void;
  /** Called with the size of every stored batch of votes. */
  countBatch(size: number): void;
  /**
   * Measures the app's responses, and serves all metrics on a separate port until the app closes. With several workers
   * the parent process serves them.
   */
  watch(app: FastifyInstance, at: { port: number; host: string }): Promise<void>;
  watchDatabase(database: MainDatabase): void;
  /** Counts acknowledged votes and waiting votes. */
  measureVotes<C extends (ballot: never) => Promise<{ kind: string }>>(cast: C): C;
  /** Recounts all votes, and exports the number of surveys with wrong counters. */
  recount(database: Database, recount: Recount): Promise<void>;
  /** Exports for how long the oldest entry of each queue has been due, and how many rows fail in each job. */
  measureQueues(database: MainDatabase): Promise<void>;
  /** Exports whether the database accepts writes. */
  watchWritability(isWritable: () => boolean): void;
  /** Exports the space on the disk of the data folder, and when the last backup from it was made. */
  measureHost(dataDir: string): Promise<void>;
  /** Exports until when the certificates of the mail server and the database server are valid. */
  measureCertificates(settings: CertificateSettings): Promise<void>;
  /** Called with the name of a job whose run failed, wholly or with a row. */
  countFailedRun(job: string): void;
  /** Called for each short address that leads nowhere. */
  countWrongCode(): void;
}

type Recount = (database: Database) => Promise<{ votes: number; mismatches: readonly object[] }>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = countRequests(registry);
  const batches = histogram(
    registry,
    "votes_batch_size",
    "Votes stored by one transaction",
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  const wrongCodes = counter(
    registry,
    "wrong_short_codes_total",
    "Short addresses and codes of invitations that lead nowhere",
  );
  return {
    countCacheHit: ({ method, route, status, seconds }) => requests(method, route, status, seconds),
    countBatch: (size) => batches.observe(size),
    watch: async (app, address) => {
      watchApp(app, registry, requests);
      if (shareMetrics(registry)) return;
      const stop = await serveMetrics(registry, address);
      app.addHook("onClose", stop);
    },
    watchDatabase: (database) => watchLoad(registry, database),
    measureVotes: (cast) => measureVotes(registry, cast),
    recount: createRecount(registry),
    measureQueues: createQueueGauge(registry),
    watchWritability: (isWritable) => watchWritability(registry, isWritable),
    measureHost: createHostGauges(registry),
    measureCertificates: createCertificateGauge(registry),
    countFailedRun: countFailedRuns(registry),
    countWrongCode: () => wrongCodes.inc(),
  };
}

type CountRequest = (method: string, route: string, status: number, seconds: number | null) => void;

/**
 * The metrics of one method, route and status, looked up once: looking them up by labels costs more than updating them.
 */
interface RequestMetrics {
  count: Counter.Internal;
  time: Histogram.Internal<string>;
}

function countRequests(registry: Registry): CountRequest {
  const labels = ["method", "route", "status"] as const;
  const total = counter(registry, "http_requests_total", "Requests served", labels);
  const seconds = histogram(
    registry,
    "http_request_duration_seconds",
    "Time from the request's headers to the complete response; event streams are excluded",
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ["method", "route"],
  );
  const byRequest = new Map<string, RequestMetrics>();
  return (method, route, status, took) => {
    const key = `${method} ${route} ${status}`;
    let metrics = byRequest.get(key);
    if (!metrics) {
      metrics = { count: total.labels(method, route, String(status)), time: seconds.labels(method, route) };
      byRequest.set(key, metrics);
    }
    metrics.count.inc();
    if (took !== null) metrics.time.observe(took);
  };
}

function watchApp(app: FastifyInstance, registry: Registry, count: CountRequest): void {
  const open = gauge(registry, "event_streams", "Open event streams");
  const unavailable = counter(
    registry,
    "database_unavailable_total",
    "Requests rejected because the database was unreachable or overloaded",
  );
  app.addHook("onRequest", (request, reply, done) => {
    if (streams.has(request.routeOptions.url ?? "")) {
      open.inc();
      onceClosed(reply.raw, () => open.dec());
    }
    done();
  });
  app.addHook("onError", async (_request, _reply, error) => {
    if (isUnavailable(error)) unavailable.inc();
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route and never the URL, because clients could create any number of label values.
    const route = request.is404 ? "none" : (request.routeOptions.url ?? "none");
    count(request.method, route, reply.raw.statusCode, streams.has(route) ? null : reply.elapsedTime / 1000);
    done();
  });
}

function watchLoad(registry: Registry, database: MainDatabase): void {
  const show = (name: string, help: string, read: (load: Load) => number) =>
    gauge(
      registry,
      name,
      help,
      () => database.load().map((load) => ({ labels: { pool: load.pool }, value: read(load) })),
      ["pool"],
    );
  show(
    "database_in_use",
    "Connections in use (PostgreSQL), or whether a transaction is writing (SQLite)",
    ({ inUse }) => inUse,
  );
  show(
    "database_waiting",
    "Operations that wait for a connection (PostgreSQL) or for the writer (SQLite)",
    ({ waiting }) => waiting,
  );
}

function measureVotes<C extends (ballot: never) => Promise<{ kind: string }>>(registry: Registry, cast: C): C {
  const acknowledged = counter(
    registry,
    "votes_total",
    "Votes by outcome: stored, already (this voter had voted), refused (ended, not published), failed",
    ["outcome"],
  );
  let waiting = 0;
  const help = "Votes in the queue or in the current transaction";
  gauge(registry, "votes_waiting", help, () => [{ labels: {}, value: waiting }]);
  const by = Object.fromEntries(
    ["stored", "already", "refused", "failed"].map((result) => [result, acknowledged.labels(result)]),
  );
  return (async (ballot: never) => {
    waiting++;
    try {
      const result = await cast(ballot);
      by[result.kind]?.inc();
      return result;
    } catch (error) {
      by.failed?.inc();
      throw error;
    } finally {
      waiting--;
    }
  }) as C;
}

function createRecount(registry: Registry): Metrics["recount"] {
  // All workers count the same votes.
  const shared = (name: string, help: string) => gauge(registry, name, help, undefined, [], "max");
  const wrong = shared(
    "counter_mismatches",
    "Surveys whose counters differ from their stored votes, at the last recount",
  );
  const votes = shared("votes_stored", "Votes stored, at the last recount");
  const endedAt = shared("recount_timestamp_seconds", "When the last recount ended; the server recounts every hour");
  return async (database, recount) => {
    const { votes: stored, mismatches } = await recount(database);
    wrong.set(mismatches.length);
    votes.set(stored);
    endedAt.setToCurrentTime();
    if (mismatches.length > 0)
      throw new Error(`The counters of ${mismatches.length} surveys differ from their stored votes`);
  };
}

function createQueueGauge(registry: Registry): Metrics["measureQueues"] {
  // All workers see the same queues.
  const overdue = gauge(
    registry,
    "queue_oldest_due_seconds",
    "For how long the oldest entry of a queue has been due; 0 if none is",
    undefined,
    ["queue"],
    "max",
  );
  const failed = gauge(
    registry,
    "failed_rows",
    "Rows that fail in a job and are tried again",
    undefined,
    ["queue"],
    "max",
  );
  return async (database) => {
    const now = Date.now();
    for (const [queue, dueAt] of await findOldestOfQueues(database))
      overdue.set({ queue }, dueAt === null ? 0 : Math.max(0, now - dueAt) / 1000);
    const steps = await countFailedSteps(database.forLists, 0);
    for (const queue of STEP_JOBS) failed.set({ queue }, steps.get(queue)?.count ?? 0);
  };
}

function countFailedRuns(registry: Registry): Metrics["countFailedRun"] {
  const failed = counter(registry, "job_failures_total", "Runs of a job that failed, wholly or with a row, by job", [
    "job",
  ]);
  return (job) => failed.inc({ job });
}

function watchWritability(registry: Registry, isWritable: () => boolean): void {
  const help = "1 while the database stores what it is sent, 0 after its disk has refused a write";
  // One worker whose writes are refused is enough.
  gauge(registry, "database_writable", help, () => [{ labels: {}, value: Number(isWritable()) }], [], "min");
}

function createHostGauges(registry: Registry): Metrics["measureHost"] {
  const shared = (name: string, help: string) => gauge(registry, name, help, undefined, [], "max");
  const free = shared("disk_free_bytes", "Space that the server may use on the disk of DATA_DIR");
  const size = shared("disk_size_bytes", "Size of the disk of DATA_DIR");
  const backup = shared("backup_timestamp_seconds", "When the last backup was made from this DATA_DIR; 0 for never");
  return async (dataDir) => {
    const [{ freeBytes, totalBytes }, last] = await Promise.all([readDisk(dataDir), findLastBackup(dataDir)]);
    free.set(freeBytes);
    size.set(totalBytes);
    backup.set((last?.at ?? 0) / 1000);
  };
}

function createCertificateGauge(registry: Registry): Metrics["measureCertificates"] {
  const until = gauge(
    registry,
    "certificate_expiry_timestamp_seconds",
    "Until when the certificate of the mail or database server is valid; 0 if it can't be used",
    undefined,
    ["of", "host"],
    "max",
  );
  return async (settings) => {
    const found = await findCertificates(settings);
    until.reset();
    for (const { of, host, until: end, reason } of found)
      until.set({ of, host }, end === null || reason !== null ? 0 : Date.parse(end) / 1000);
  };
}
