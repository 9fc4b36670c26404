import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The engine that this run of the server's tests is about. */
    engine: "sqlite" | "postgres";
    /** A superuser's connection to a PostgreSQL server that the tests may fill with databases; "" for SQLite. */
    postgresUrl: string;
    /** Whether proofs run in their long form. */
    isNightly: boolean;
  }
}

/** Vitest's global set-up of the project `postgres`: one server for all its files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url);
  return () => postgres.stop();
}
