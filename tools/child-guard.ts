import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** A program to run, after the previous one has ended. */
export interface Order extends Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid"> {
  command: string;
  args: string[];
}

/** The program has started, could not be started, or has ended. */
export type Report = { pid: number } | { failure: string } | { code: number };

/** Time for a browser to close and for a server to finish its requests. */
const GRACE_MS = 8_000;

const [stopSignal = "SIGINT", temporary] = process.argv.slice(2) as [NodeJS.Signals?, string?];
let child: ChildProcess | undefined;
let isEnding = false;

process.on("message", ({ command, args, ...options }: Order) => {
  // A separate process group, so that everything the program started can be killed with it.
  const started = spawn(command, args, { ...options, detached: true, stdio: ["ignore", "inherit", "inherit"] });
  child = started;
  started.once("spawn", () => report({ pid: started.pid ?? 0 }));
  started.once("error", (error) => {
    child = undefined;
    report({ failure: `${command} can't be started: ${error.message}` });
  });
  started.once("exit", async (exitCode, signal) => {
    await endGroup(started.pid);
    child = undefined;
    const code = exitCode ?? 128 + (signal ? constants.signals[signal] : 0);
    if (isEnding) leave(code);
    else report({ code });
  });
});

// The parent has finished or died.
process.on("disconnect", end);
process.on("SIGINT", end);
process.on("SIGTERM", end);

async function end(): Promise<void> {
  isEnding = true;
  if (!child?.pid) return leave(0);
  signalGroup(child.pid, stopSignal);
  await sleep(GRACE_MS, undefined, { ref: false });
  signalGroup(child.pid, "SIGKILL");
}

/** Kills processes that a program left behind in its group. */
async function endGroup(group: number | undefined): Promise<void> {
  if (!group || !signalGroup(group, "SIGTERM")) return;
  for (let waited = 0; waited < 2_000; waited += 50) {
    await sleep(50);
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, "SIGKILL");
}

/** Returns whether a process received the signal. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function report(what: Report): void {
  if (process.connected) process.send?.(what);
}

function leave(code: number): void {
  if (temporary) rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit(code);
}
