import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The engine of this run of the server's tests. */
    engine: "sqlite" | "postgres";
    /** Superuser URL of a PostgreSQL server in which the tests may create databases; "" for SQLite. */
    postgresUrl: string;
    /** Whether the long proofs run in their full length. */
    isNightly: boolean;
  }
}

/** Vitest's global setup of the project `postgres`: one server for all its files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url);
  return () => postgres.stop();
}
