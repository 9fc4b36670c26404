import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../../tools/child.ts";

/** The server as in production, in a separate process. */
export interface Instance {
  url: string;
  pid: number;
  /** Its exit code, once it has ended. */
  exited: Promise<number>;
  /** Its log output so far. */
  log(): string;
  /** Kills it by SIGKILL, as a power cut would end it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an instance and resolves when it is ready. It ends with this process at the latest. */
export async function startInstance(port: number, env: Record<string, string>): Promise<Instance> {
  const child = await launchInstance(port, env);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    pid: child.pid,
    exited: child.exited,
    log: child.output,
    async kill() {
      process.kill(child.pid, "SIGKILL");
      await child.exited;
    },
    stop: child.stop,
  };
}

/** Starts an instance, and doesn't wait until it is ready: it can be one that can't be. */
export function launchInstance(port: number, env: Record<string, string>): Promise<Child> {
  return startChild(process.execPath, [join(import.meta.dirname, "../main.ts")], {
    env: { NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...env },
    output: "keep",
    temporary: mkdtempSync(join(tmpdir(), "survey-app-instance-")),
  });
}

async function untilReady(url: string, child: Child): Promise<void> {
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (hasEnded) throw new Error(`An instance ended:\n${child.output()}`);
    await sleep(30);
  }
}
