import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../tools/child.ts";
import { freePort } from "../tools/port.ts";

/** A server in a separate process. */
export interface Server {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  args?: string[];
  env?: Record<string, string>;
  /** Arguments of Node itself. */
  nodeArgs?: string[];
  /** A folder that is removed with the server. */
  temporary?: string;
}

const root = join(import.meta.dirname, "..");

/** Starts a TypeScript file that listens on PORT and waits until it does. */
export async function startServer(file: string, options: ServerOptions = {}): Promise<Server> {
  const port = await freePort();
  const child = await startChild(
    process.execPath,
    [...(options.nodeArgs ?? []), join(root, file), ...(options.args ?? [])],
    {
      env: { ...process.env, ...options.env, PORT: String(port), HOST: "127.0.0.1" },
      output: "keep",
      ...(options.temporary !== undefined && { temporary: options.temporary }),
    },
  );
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  while (!(await listens(port))) {
    if (hasEnded) throw new Error(`${file} did not start:\n${child.output()}`);
    await sleep(50);
  }
  return { port, pid: child.pid, stop: child.stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}
