import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../server/database/database.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { type Server, startServer } from "./servers.ts";

export const ENGINES = ["sqlite", "postgres"] as const;
export type Engine = (typeof ENGINES)[number];

export const SESSION_SECRET = "a secret for measurements, long enough to be one";
export const PUBLIC_URL = "http://localhost";

/** Our server on a durable database, and other programs on the same database. */
export interface Ours {
  env: Record<string, string>;
  server: Server;
  database: Database;
  /** Starts another program of ours on the same database. */
  startOther(file: string): Promise<Server>;
  stop(): Promise<void>;
}

/** @param demo whether the database is filled with the demo data, or empty */
export async function startOurs(engine: Engine, nodeArgs: string[], demo = true): Promise<Ours> {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-bench-"));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres?.url ?? "",
    NODE_ENV: "development",
    DEMO: demo ? "1" : "0",
    LIMITS: "off",
    SESSION_SECRET,
    PUBLIC_URL,
  };
  const server = await startServer("server/main.ts", { env, nodeArgs, temporary: dataDir });
  const database = openDatabase({ databaseUrl: postgres?.url ?? null, dataDir });
  const others: Server[] = [];
  return {
    env,
    server,
    database,
    async startOther(file) {
      const other = await startServer(file, { env });
      others.push(other);
      return other;
    },
    async stop() {
      await database.close();
      await Promise.all(others.map((other) => other.stop()));
      await server.stop();
      await postgres?.stop();
    },
  };
}
