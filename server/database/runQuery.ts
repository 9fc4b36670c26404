import { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

/** Runs a statement in the engine's own SQL and returns its rows. */
export type RunQuery = <R>(statement: string) => Promise<R[]>;

export const runQueryOf =
  ({ db }: Pick<Database, "db">): RunQuery =>
  async <R>(statement: string) =>
    (await db.executeQuery<R>(CompiledQuery.raw(statement))).rows;
