import { randomBytes } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The engine of this run of the server's tests. */
    engine: "sqlite" | "postgres";
    /** Superuser URL of a PostgreSQL server in which the tests may create databases; "" for SQLite. */
    postgresUrl: string;
    /** Superuser URLs of the workers, if that server is the coordinator of a Citus cluster. */
    workerUrls: string[];
    /** The beginning of the names of this run's databases; "" for SQLite. */
    testDatabases: string;
    /** Whether the long proofs run in their full length. */
    isNightly: boolean;
    storedVersion: string;
  }
}

/**
 * Vitest's global setup of the project `postgres`: one server for all its files. Test files reuse databases until the
 * end.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const testDatabases = `survey_app_test_${randomBytes(4).toString("hex")}_`;
  project.provide("postgresUrl", postgres.url);
  project.provide("testDatabases", testDatabases);
  project.provide("workerUrls", process.env.TEST_WORKER_URLS?.split(",") ?? []);
  return async () => {
    await dropDatabases(postgres.url, testDatabases);
    await postgres.stop();
  };
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query("select datname from pg_database where starts_with(datname, $1)", [prefix]);
  for (const { datname } of rows) await admin.query(`drop database "${datname}" with (force)`);
  await admin.end();
}
