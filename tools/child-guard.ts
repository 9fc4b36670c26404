import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

interface Order {
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  temporary?: string;
}

/** Enough for a browser to close, a server to finish its requests. */
const GRACE_MS = 8_000;

let child: ChildProcess | undefined;
let temporary: string | undefined;

process.once("message", (order: Order) => {
  temporary = order.temporary;
  const { command, args, cwd, env } = order;
  // A group of its own, to be ended with everything that the program itself started.
  child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "inherit", "inherit"] });
  child.once("spawn", () => process.send?.({ pid: child?.pid }));
  child.once("error", (error) => {
    process.send?.({ failure: `${command} can't be started: ${error.message}` });
    leave(1);
  });
  child.once("exit", async (code, signal) => {
    await endGroup(child?.pid);
    leave(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
});

process.on("disconnect", interrupt);
process.on("SIGINT", interrupt);
process.on("SIGTERM", interrupt);

async function interrupt(): Promise<void> {
  if (!child?.pid) return leave(0);
  signalGroup(child.pid, "SIGINT");
  await sleep(GRACE_MS, undefined, { ref: false });
  signalGroup(child.pid, "SIGKILL");
}

/** What a program left behind in its group when it ended. */
async function endGroup(group: number | undefined): Promise<void> {
  if (!group || !signalGroup(group, "SIGTERM")) return;
  for (let waited = 0; waited < 2_000; waited += 50) {
    await sleep(50);
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, "SIGKILL");
}

/** Whether there was anybody to get the signal. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function leave(code: number): void {
  if (temporary) rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit(code);
}
