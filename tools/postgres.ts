import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { canInstall, installPackages } from "./apt.ts";
import type { GuardOrder, GuardReport } from "./postgres-guard.ts";

/** A PostgreSQL server of one's own, or the one that `TEST_DATABASE_URL` names. */
export interface Postgres {
  /** Of a superuser's connection to the database `postgres`. */
  url: string;
  /** The postmaster's process id, and its data folder; undefined for a server named by `TEST_DATABASE_URL`. */
  pid: number | undefined;
  dataDir: string | undefined;
  /** Stops the server and removes its folder. Does nothing to a server that was there before. */
  stop(): Promise<void>;
  /**
   * Restarts it on the same port and data, after `fast` (connections are cut, a clean shutdown) or `crash`
   * (killed as by a power cut, recovers from its log) or `kill` (all its processes, by SIGKILL). It is down for `downMs`
   * in between, 0 by default. Undefined for a server that was there before.
   */
  restart?(how?: "fast" | "crash" | "kill", downMs?: number): Promise<void>;
}

export interface PostgresOptions {
  /** `false` switches fsync off: faster, for tests that do not ask what survives. Default true. */
  durable?: boolean;
  /** One of one's own, also where `TEST_DATABASE_URL` names another. */
  own?: boolean;
}

/**
 * Starts PostgreSQL in a temporary folder, on a free port of 127.0.0.1.
 *
 * It is started and ended by a guard, a process of its own that cleans up as soon as the channel to this process
 * closes: so nothing stays behind when this process fails, is interrupted, or is killed by SIGKILL.
 */
export async function startPostgres({ durable = true, own }: PostgresOptions = {}): Promise<Postgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !own) return { url: given, pid: undefined, dataDir: undefined, stop: async () => {} };

  const guard = fork(fileURLToPath(new URL("./postgres-guard.ts", import.meta.url)), {
    // A group of its own: Ctrl-C in a terminal goes to the whole group, and the guard has to outlive this process.
    detached: true,
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // A forgotten server must not keep this process alive; `answer` holds it while it waits.
  guard.unref();
  guard.channel?.unref();
  const started = await answer(guard, { order: "start", binaries: postgresBinaries(), durable });

  const postgres: Postgres = {
    ...started,
    async stop() {
      if (guard.exitCode !== null || guard.signalCode !== null) return;
      guard.ref();
      const exited = new Promise((resolve) => guard.once("exit", resolve));
      if (guard.connected) guard.disconnect();
      await exited;
    },
    async restart(how = "fast", downMs = 0) {
      postgres.pid = (await answer(guard, { order: "restart", how, downMs })).pid;
    },
  };
  return postgres;
}

function answer(guard: ChildProcess, order: GuardOrder): Promise<{ url: string; pid: number; dataDir: string }> {
  return new Promise((resolve, reject) => {
    const onExit = () => done(() => reject(new Error("The PostgreSQL guard ended unexpectedly")));
    const onMessage = (report: GuardReport) =>
      done(() => ("failure" in report ? reject(new Error(report.failure)) : resolve(report)));
    const done = (settle: () => void) => {
      guard.off("message", onMessage).off("exit", onExit);
      guard.channel?.unref();
      settle();
    };
    guard.channel?.ref();
    guard.on("message", onMessage).on("exit", onExit);
    guard.send(order);
  });
}

/** Whether there is a PostgreSQL to start here, or one can be installed. */
export function canStartPostgres(): boolean {
  return findBinaries() !== undefined || canInstall();
}

/** The folder of the newest `initdb` and `postgres`: installed where it is missing and may be installed. */
function postgresBinaries(): string {
  const found = findBinaries();
  if (found) return found;
  if (canInstall()) {
    installPackages("postgresql");
    const installed = findBinaries();
    if (installed) return installed;
  }
  throw new Error("No PostgreSQL found. Install one (initdb has to be in PATH), or set TEST_DATABASE_URL.");
}

function findBinaries(): string | undefined {
  // Debian keeps every version outside PATH.
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}
