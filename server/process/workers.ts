import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { FastifyBaseLogger } from "fastify";

/** The pause before a worker that ended is replaced, in milliseconds: doubled from `first` up to `last`. */
const RESTART_MS = { first: 100, last: 30_000 };
/** A worker that ran this long, in milliseconds, was healthy: its replacement starts after the shortest pause again. */
const HEALTHY_MS = 60_000;

/**
 * How long a worker may take until it listens, in milliseconds, before it is killed: one that may migrate a large
 * database (as long as the startup probe of deploy/helm waits), and one that starts after another has.
 */
const START_MS = { migrating: 600_000, migrated: 60_000 };

/** The message that a worker sends when it has closed the port. The parent sends it back. */
const CLOSED = "closed";

/** The messages of a worker before and after it listens only to say that the app starts (waiting.ts). */
export const WAITING = { begins: "waiting begins", ends: "waiting ends" } as const;

export interface WorkerOptions {
  count: number;
  /** The program of the workers. Resolved for each start, so that a link can be moved to a new version. */
  file: string;
  log: FastifyBaseLogger;
  startMs?: typeof START_MS;
  /** Called when all workers have ended after a signal. */
  onEnd: (exitCode: number) => void;
}

/**
 * Starts processes that share the server's port, and replaces those that end, or hang before they listen. It passes
 * SIGTERM and SIGINT on to all of them at the same time, so that a stop doesn't take longer than that of one process.
 * SIGHUP replaces them one after the other: each keeps serving until its replacement listens.
 * @returns the exit code of the first worker if it doesn't start; it has printed the reason. Null once it listens, or
 *   on a stop
 */
export async function superviseWorkers(options: WorkerOptions): Promise<number | null> {
  const { count, file, log, onEnd, startMs = START_MS } = options;
  cluster.setupPrimary({ exec: file });
  // Each worker finds the compile cache beside its own version, not that of the version that this process runs.
  const ownCache = file.endsWith("/start.cjs") ? { NODE_COMPILE_CACHE: "" } : {};
  /** Workers that end because they were replaced. */
  const retired = new WeakSet<Worker>();
  let pause = RESTART_MS.first;
  let isStopping = false;
  let isReplacing = false;
  let exitCode = 0;

  /**
   * Starts a worker. One that ends later is replaced; one that ends before it listens, only if `isRetried`.
   * @returns null once it listens, or its exit code
   */
  function launch(isRetried: boolean): Promise<number | null> {
    const worker = cluster.fork(ownCache);
    const startedAt = performance.now();
    let isReplaced = isRetried;
    let [isWaiting, isServing] = [false, false];
    const limit = isRetried ? startMs.migrated : startMs.migrating;
    return new Promise((resolve) => {
      const hanging = setTimeout(() => {
        log.error(`${nameOf(worker)} does not listen after ${limit / 1000} s and is killed.`);
        worker.process.kill("SIGKILL");
      }, limit);
      worker.on("listening", () => {
        clearTimeout(hanging);
        if (isWaiting || isServing) return;
        isServing = true;
        isReplaced = true;
        log.info(`${nameOf(worker)} listens.`);
        resolve(null);
      });
      worker.on("message", (message: unknown) => {
        if (message === CLOSED && worker.isConnected()) worker.send(CLOSED);
        if (message === WAITING.begins || message === WAITING.ends) isWaiting = message === WAITING.begins;
      });
      // Without a code a signal ended it.
      const ended = (code: number | null, signal: string | null) => {
        clearTimeout(hanging);
        resolve(code ?? 1);
        if (isStopping) return endIfLast(code, signal);
        if (!isReplaced || retired.has(worker)) return;
        if (performance.now() - startedAt > HEALTHY_MS) pause = RESTART_MS.first;
        log.error(`${nameOf(worker)} ended (${signal ?? code}); another one starts in ${pause} ms.`);
        setTimeout(() => !isStopping && void launch(true), pause);
        pause = Math.min(2 * pause, RESTART_MS.last);
      };
      worker.once("exit", ended);
      // Without a listener the parent would end, and all workers with it.
      worker.on("error", ({ message }) => {
        log.error(`${nameOf(worker)} failed: ${message}`);
        if (worker.process.pid === undefined) ended(1, null);
      });
    });
  }

  function endIfLast(code: number | null, signal: string | null): void {
    // A worker that was still starting ends by the signal itself.
    if (code !== 0 && signal !== "SIGTERM" && signal !== "SIGINT") exitCode = 1;
    if (running().length === 0) onEnd(exitCode);
  }

  async function replaceAll(): Promise<void> {
    for (const old of running()) {
      if (isStopping) return;
      if ((await launch(false)) !== null) return log.error("A new worker does not start: the others keep running.");
      retired.add(old);
      // Not SIGTERM: a worker alone must not tell the load balancer that this machine is about to stop.
      old.process.kill("SIGINT");
      if (!old.isDead()) await once(old, "exit");
    }
    log.info("All workers were replaced.");
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      isStopping = true;
      const workers = running();
      for (const worker of workers) worker.process.kill(signal);
      if (workers.length === 0) onEnd(0);
    });
  process.on("SIGHUP", () => {
    if (isReplacing || isStopping) return;
    isReplacing = true;
    void replaceAll().finally(() => {
      isReplacing = false;
    });
  });

  // The first worker starts alone: it migrates the database, and if it can't start, neither can the others.
  const code = await launch(false);
  if (code !== null) return isStopping ? null : code;
  for (let started = 1; started < count; started++) void launch(true);
  return null;
}

/**
 * The name of a worker. One that could not be started, as when the system's limit of processes is reached, doesn't have
 * a process id.
 */
const nameOf = ({ process: { pid } }: Worker) => (pid === undefined ? "A worker" : `Worker ${pid}`);

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}

/**
 * Waits until this worker, which has closed the port, has handed back the connections that its parent sent before. If
 * the worker ended earlier, Node would keep these connections open without a response, as it does when a worker is
 * killed.
 */
export async function handBackConnections(): Promise<void> {
  const { worker } = cluster;
  if (!worker?.isConnected()) return;
  const sent = (message: string) => new Promise<void>((resolve) => worker.send(message, undefined, () => resolve()));
  // Messages keep their order: when the reply arrives, so have all connections that the parent sent before it.
  const replied = new Promise<void>((resolve) => {
    worker.on("message", (message: unknown) => message === CLOSED && resolve());
  });
  await sent(CLOSED);
  await replied;
  // This message is written after the connections that were handed back.
  await sent("ended");
}
