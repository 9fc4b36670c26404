import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./port.ts";

/** What `startPostgres` asks of this process. */
export type GuardOrder =
  | { order: "start"; binaries: string; durable: boolean }
  | { order: "restart"; how: "fast" | "crash" | "kill"; downMs: number };
export type GuardReport = { url: string; pid: number; dataDir: string } | { failure: string };

interface Owner {
  uid?: number;
  gid?: number;
}

const root = process.getuid?.() === 0;
// PostgreSQL refuses to run as root. Another user can't enter root's own TMPDIR, but everybody can enter /tmp.
const folder = mkdtempSync(join(root ? "/tmp" : tmpdir(), "survey-app-postgres-"));
const owner: Owner = root ? unprivileged() : {};
let binaries = "";
let settings: string[] = [];
let port = 0;
let server: ChildProcess | undefined;
let ending = false;

process.on("message", async (order: GuardOrder) => {
  let report: GuardReport;
  try {
    if (order.order === "start") await create(order.binaries, order.durable);
    else await restart(order);
    report = {
      url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
      pid: server?.pid ?? 0,
      dataDir: join(folder, "data"),
    };
  } catch (error) {
    report = { failure: error instanceof Error ? error.message : String(error) };
  }
  if (process.connected) process.send?.(report);
  if ("failure" in report) await end();
});
// The starter is done, or dead.
process.on("disconnect", end);
process.on("SIGTERM", end);
process.on("SIGINT", end);

async function create(from: string, durable: boolean): Promise<void> {
  binaries = from;
  // Locale C and no fsync while creating: half a second instead of two. The server itself syncs.
  const options = [
    "--pgdata=data",
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ];
  await promisify(execFile)(join(binaries, "initdb"), options, { cwd: folder, ...owner });
  settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    `fsync=${durable ? "on" : "off"}`,
    `synchronous_commit=${durable ? "on" : "off"}`,
    // As on a server far from UTC: code that leans on the session's zone shows itself.
    "timezone=Asia/Kathmandu",
  ];
  // Somebody else can take the free port before PostgreSQL does.
  for (let attempt = 1; ; attempt++) {
    port = await freePort();
    try {
      return await start();
    } catch (error) {
      if (attempt === 3 || ending) throw error;
    }
  }
}

async function start(): Promise<void> {
  const args = ["-D", join(folder, "data"), "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn(join(binaries, "postgres"), args, { cwd: folder, ...owner, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    // Enough to explain a start that failed.
    if (log.length < 10_000) log += text;
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
  server = child;
  while (!isReady()) {
    const ended = await Promise.race([gone.then(() => true), sleep(20)]);
    if (ended) throw new Error(`PostgreSQL did not start:\n${log}`);
  }
}

/** PostgreSQL writes its state into the last line of its pid file. */
function isReady(): boolean {
  try {
    return /^ready\s*$/m.test(readFileSync(join(folder, "data", "postmaster.pid"), "utf8"));
  } catch {
    return false;
  }
}

async function restart({ how, downMs }: Extract<GuardOrder, { order: "restart" }>): Promise<void> {
  if (how === "kill") await kill();
  else await halt(how === "fast" ? "SIGINT" : "SIGQUIT");
  await sleep(downMs);
  await start();
}

/** Ends every process of the server at once, none of which gets to do anything more. */
async function kill(): Promise<void> {
  const child = server;
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGSTOP"); // it would start anew those of its processes that end
  const processes = execFileSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" })
    .trim()
    .split("\n");
  for (const pid of processes) process.kill(Number(pid), "SIGKILL");
  child.kill("SIGKILL");
  await gone;
}

async function halt(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
  const child = server;
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(late);
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  try {
    // Immediate: its data are thrown away anyway.
    await halt("SIGQUIT");
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    process.exit();
  }
}

function unprivileged(): Owner {
  for (const user of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) =>
        Number(execFileSync("id", [flag, user], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      const found = { uid: id("-u"), gid: id("-g") };
      chownSync(folder, found.uid, found.gid);
      return found;
    } catch {
      // No such user: the next one.
    }
  }
  return {};
}
