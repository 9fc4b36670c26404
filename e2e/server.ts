import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../tools/child.ts";
import { freePort } from "../tools/port.ts";
import { addCrowd } from "./crowd.sql.ts";

/** Server options of a test file: `test.use({ demo: false })` at the top of the file. */
export interface ServerOptions {
  /** With the demo's accounts and surveys (default), or empty. */
  demo: boolean;
  /** With thousands of surveys and users in addition to the demo's. */
  crowd: boolean;
  /** More environment variables. */
  serverEnv: Record<string, string>;
}

/** A server with its own database. */
export interface RunningServer {
  url: string;
  pid: number;
  /** The folder of its database and images. */
  dataDir: string;
  /** Its log output so far. */
  log(): string;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "..");
/** Compiled code of earlier starts, which halves the time of a start. */
const COMPILED = join(root, "node_modules/.cache/compiled");
/** Long, because the machine may be busy with other work. */
const START_MS = 120_000;

/** Starts the server as `npm start` does, and waits until it is ready. It stops with this process at the latest. */
export async function startServer({ demo, serverEnv, crowd }: ServerOptions): Promise<RunningServer> {
  // Another process can take the free port first.
  for (let attempt = 1; ; attempt++) {
    try {
      const server = await startOn(await freePort(), demo, serverEnv);
      if (crowd) addCrowd(server.dataDir);
      return server;
    } catch (error) {
      if (attempt === 3 || !/in use/.test(String(error))) throw error;
    }
  }
}

async function startOn(port: number, demo: boolean, serverEnv: Record<string, string>): Promise<RunningServer> {
  const temporary = mkdtempSync(join(tmpdir(), "survey-app-e2e-"));
  const dataDir = join(temporary, "data");
  // The rest of the developer's environment isn't passed on: a DATABASE_URL in it must not be used.
  const { PATH, HOME, TMPDIR } = process.env;
  const server = await startChild(process.execPath, [join(root, "server/main.ts")], {
    cwd: root,
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE: COMPILED,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DEMO: demo ? "1" : "0",
      // All tests have the same IP address.
      LIMITS: "off",
      ...serverEnv,
    },
    output: "keep",
    temporary,
  });
  let code: number | undefined;
  void server.exited.then((ended) => {
    code = ended;
  });
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + START_MS;
  while (!(await isReady(port))) {
    if (code !== undefined) throw new Error(`The server ended with code ${code}:\n${server.output()}`);
    if (Date.now() > deadline) {
      await server.stop();
      throw new Error(`The server was not ready after ${START_MS} ms:\n${server.output()}`);
    }
    await sleep(50);
  }
  return { url, pid: server.pid, dataDir, log: server.output, stop: server.stop };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
