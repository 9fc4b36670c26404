import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../tools/child.ts";
import { freePort } from "../tools/port.ts";
import { addCrowd } from "./crowd.sql.ts";

/** How the server of a test file is started: `test.use({ demo: false })` at the top of the file. */
export interface ServerOptions {
  /** With the demo's accounts and surveys (default), or empty. */
  demo: boolean;
  /** With thousands of surveys and people besides the demo's. */
  crowd: boolean;
  /** Further variables of its environment. */
  serverEnv: Record<string, string>;
}

/** A server with a database of its own. */
export interface RunningServer {
  url: string;
  pid: number;
  /** Where its database and pictures are. */
  dataDir: string;
  /** What it wrote to its log so far. */
  log(): string;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "..");
/** Compiled code of earlier starts: it saves half of a start. */
const COMPILED = join(root, "node_modules/.cache/compiled");
/** Long, because the machine may be busy with other work. */
const START_MS = 120_000;

/** Starts the server as `npm start` does, and waits until it is ready. It ends with this process at the latest. */
export async function startServer({ demo, serverEnv, crowd }: ServerOptions): Promise<RunningServer> {
  // Somebody else can take the free port first.
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
  // Nothing of the developer's environment but this: a DATABASE_URL there is not ours to fill.
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
      // All tests come from one address.
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
