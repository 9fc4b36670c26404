import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openGuard } from "../child.ts";
import { freePort } from "../port.ts";
import { canInstall, installPackages } from "./apt.ts";
import { memoryFolder } from "./temporary.ts";

/** A private PostgreSQL server, or the one that `TEST_DATABASE_URL` names. */
export interface Postgres {
  /** Superuser URL of the database `postgres`. */
  url: string;
  /** The postmaster's process id, and its data folder; undefined for a server named by `TEST_DATABASE_URL`. */
  pid: number | undefined;
  dataDir: string | undefined;
  /** Stops the server and removes its folder. Does nothing to an existing server. */
  stop(): Promise<void>;
  /**
   * Restarts it on the same port and data, after `fast` (connections are cut, a clean shutdown) or `crash`
   * (killed as in a power cut, recovers from its log) or `kill` (all its processes, by SIGKILL). It stays down for
   * `downMs`, by default 0. Undefined for an existing server.
   */
  restart?(how?: "fast" | "crash" | "kill", downMs?: number): Promise<void>;
  /** Kills all its processes by SIGKILL, for good. Undefined for an existing server. */
  kill?(): Promise<void>;
  /** Sends a signal to all its processes. Undefined for an existing server. */
  signal?(signal: "SIGSTOP" | "SIGCONT"): void;
}

export interface PostgresOptions {
  /** `false` switches fsync off: faster, for tests that do not check durability. Default true. */
  durable?: boolean;
  /** Start a private server even if `TEST_DATABASE_URL` names another. */
  own?: boolean;
  /** Further settings of the private server, as `name=value`. */
  settings?: readonly string[];
  /** The superuser URL of a running server: the new server becomes its standby. */
  standbyOf?: string;
  /** A free port by default. */
  port?: number;
}

/**
 * Starts PostgreSQL in a temporary folder, on a free port of 127.0.0.1. A guard stops it and removes the folder when
 * this process ends, in whatever way.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { durable = true, own, standbyOf, settings = [] } = options;
  const given = process.env.TEST_DATABASE_URL;
  if (given && !own) return { url: given, pid: undefined, dataDir: undefined, stop: async () => {} };

  const binaries = postgresBinaries();
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root. Other users cannot enter root's own TMPDIR, but they can enter /tmp.
  const onDisk = isRoot ? "/tmp" : tmpdir();
  const folder = mkdtempSync(join((durable ? null : memoryFolder()) ?? onDisk, "survey-app-postgres-"));
  const dataDir = join(folder, "data");
  const owner = isRoot ? chownToServerUser(folder) : {};
  // Immediate shutdown: the data is thrown away anyway.
  const guard = openGuard({ output: "keep", temporary: folder, stopSignal: "SIGQUIT" });
  const flags = [...settingsOf(folder, durable), ...settings].flatMap((setting) => ["-c", setting]);
  const run = (program: string, args: string[]) =>
    guard.start({ command: join(binaries, program), args, cwd: folder, env: process.env, ...owner });

  async function startServer(port: number) {
    const server = await run("postgres", ["-D", dataDir, "-p", String(port), ...flags]);
    let hasEnded = false;
    void server.ended.then(() => {
      hasEnded = true;
    });
    while (!isReady(dataDir, server.pid)) {
      if (hasEnded) throw new Error(`PostgreSQL did not start:\n${guard.output()}`);
      await sleep(20);
    }
    return server;
  }

  async function create() {
    const { ended } = standbyOf
      ? await run("pg_basebackup", [`--pgdata=${dataDir}`, `--dbname=${standbyOf}`, ...COPYING])
      : await run("initdb", [`--pgdata=${dataDir}`, ...CREATING]);
    if ((await ended) !== 0) throw new Error(`The server can't be created:\n${guard.output()}`);
    // Another process can take the free port before PostgreSQL does.
    for (let attempt = 1; ; attempt++) {
      const port = options.port ?? (await freePort());
      try {
        return { port, server: await startServer(port) };
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  let { port, server } = await create().catch(async (error: unknown) => {
    await guard.close();
    throw error;
  });
  // A forgotten server must not keep this process alive.
  guard.hold(false);
  const postgres: Postgres = {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    dataDir,
    stop: guard.close,
    async restart(how = "fast", downMs = 0) {
      guard.hold(true);
      if (how === "kill") signalAll(server.pid, "SIGKILL");
      else process.kill(server.pid, how === "fast" ? "SIGINT" : "SIGQUIT");
      await server.ended;
      await sleep(downMs);
      server = await startServer(port);
      postgres.pid = server.pid;
      guard.hold(false);
    },
    async kill() {
      guard.hold(true);
      signalAll(server.pid, "SIGKILL");
      await server.ended;
      await guard.close();
    },
    signal: (signal) => signalAll(server.pid, signal),
  };
  return postgres;
}

/** Locale C and no fsync while creating: half a second instead of two. The server itself syncs. */
const CREATING = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
const COPYING = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"];

function settingsOf(folder: string, durable: boolean): string[] {
  return [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    `fsync=${durable ? "on" : "off"}`,
    `synchronous_commit=${durable ? "on" : "off"}`,
    // A time zone far from UTC reveals code that depends on the session's time zone.
    "timezone=Asia/Kathmandu",
  ];
}

/** PostgreSQL writes its state into its pid file, which a killed server leaves behind; a standby accepts reads. */
function isReady(dataDir: string, pid: number): boolean {
  try {
    const [of, ...state] = readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n");
    return Number(of) === pid && state.some((line) => /^(ready|standby)\s*$/.test(line));
  } catch {
    return false;
  }
}

/** Sends a signal to all processes of the server; if it stops them, none can do further work. */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, "SIGSTOP"); // the postmaster would start and restart processes meanwhile
  const processes = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
    .trim()
    .split("\n");
  for (const each of [...processes.map(Number), pid]) process.kill(each, signal);
}

/** Gives a folder of root to a user that PostgreSQL can run as. */
function chownToServerUser(folder: string): { uid?: number; gid?: number } {
  for (const user of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) =>
        Number(execFileSync("id", [flag, user], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      const owner = { uid: id("-u"), gid: id("-g") };
      chownSync(folder, owner.uid, owner.gid);
      return owner;
    } catch {
      // No such user: try the next one.
    }
  }
  return {};
}

/** Whether PostgreSQL is installed here or can be installed. */
export function canStartPostgres(): boolean {
  return findBinaries() !== undefined || canInstall();
}

/** The folder of the newest `initdb` and `postgres`; installs them if missing and possible. */
function postgresBinaries(): string {
  const found = findBinaries();
  if (found) return found;
  if (canInstall()) {
    installPackages("postgresql");
    const installed = findBinaries();
    if (installed) return installed;
  }
  throw new Error("No PostgreSQL found. Install it (initdb must be in PATH), or set TEST_DATABASE_URL.");
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
