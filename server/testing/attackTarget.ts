import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { createApp } from "../app.ts";
import type { AppConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { cheapPasswords } from "./cheapPasswords.ts";
import { testConfig } from "./testConfig.ts";

/** An app to attack, on an empty database, with all features configured. */
export interface AttackTarget {
  app: FastifyInstance;
  database: Database;
  stripe: SandboxStripe;
  close(): Promise<void>;
}

/** @param databaseUrl an empty PostgreSQL database, or null for SQLite */
export async function startAttackTarget(
  databaseUrl: string | null,
  settings: Partial<AppConfig> = {},
): Promise<AttackTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-fuzz-"));
  const database = openDatabase({ databaseUrl, dataDir });
  await migrate(database);
  // Nothing here has to survive a power cut.
  if (!databaseUrl) await sql`pragma synchronous = off`.execute(database.db);
  const stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null });
  const app = await createApp({ ...testConfig, dataDir, sandbox: true, ...settings }, database, {
    stripe,
    passwords: cheapPasswords,
  });
  return {
    app,
    database,
    stripe,
    async close() {
      await app.close();
      await stripe.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
