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

/** Our server, with demo data on a durable database. */
export interface Ours {
  env: Record<string, string>;
  server: Server;
  database: Database;
  stop(): Promise<void>;
}

export async function startOurs(engine: Engine, nodeArgs: string[]): Promise<Ours> {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-bench-"));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres?.url ?? "",
    NODE_ENV: "development",
    DEMO: "1",
    LIMITS: "off",
    SESSION_SECRET,
    PUBLIC_URL,
  };
  const server = await startServer("server/main.ts", { env, nodeArgs, temporary: dataDir });
  const database = openDatabase({ databaseUrl: postgres?.url ?? null, dataDir });
  return {
    env,
    server,
    database,
    async stop() {
      await database.close();
      await server.stop();
      await postgres?.stop();
    },
  };
}
