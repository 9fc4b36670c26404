import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../server/database/database.ts";
import { migrate } from "../server/database/migrate.ts";
import { openImageFiles } from "../server/images/openImageFiles.ts";
import { openImageStore } from "../server/images/store.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { seedDemo } from "../server/sandbox/demo/seedDemo.ts";
import { PASSWORD_PROVIDER } from "../server/session/accounts.sql.ts";
import { type Child, startChild } from "../tools/child.ts";
import { freePort } from "../tools/port.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { type Engine, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";

const root = join(import.meta.dirname, "..");

/** A filled database, as in production. */
export interface Filled {
  database: Database;
  /** The environment of a server that uses it. */
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** A durable database with the demo's surveys, votes and images. */
export async function fillDatabase(engine: Engine): Promise<Filled> {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-bench-"));
  const database = openDatabase({ databaseUrl: postgres?.url ?? null, dataDir });
  await migrate(database);
  await seedDemo(database, openImageStore(openImageFiles({ bucket: null, dataDir })), ({ id }) => ({
    tokenHash: id,
    codeKey: null,
  }));
  // Production does not start with accounts whose passwords are public.
  await database.db.deleteFrom("accounts").where("provider_id", "=", PASSWORD_PROVIDER).execute();
  return {
    database,
    env: { NODE_ENV: "production", DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? "", PUBLIC_URL, SESSION_SECRET },
    async remove() {
      await database.close();
      await postgres?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Production {
  port: number;
  pid: number;
  /** From the start of the process until `/readyz` returned 200, in milliseconds. */
  readyAfter: number;
  stop(): Promise<void>;
}

/** Starts the server like `npm start` and waits until it is ready. */
export async function startProduction({ env }: Filled, more: Record<string, string> = {}): Promise<Production> {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, ...args] = scripts.start.split(" ");
  const port = await freePort();
  const child = await startChild(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, ...more, PORT: String(port), HOST: "127.0.0.1" },
    output: "keep",
  });
  const began = performance.now();
  await untilReady(port, child);
  return { port, pid: child.pid, readyAfter: performance.now() - began, stop: child.stop };
}

async function untilReady(port: number, child: Child): Promise<void> {
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (hasEnded) throw new Error(`The server did not start:\n${child.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
