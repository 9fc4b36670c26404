import { sql } from "kysely";
import type { Database } from "./database.ts";
import { isOfOneRow } from "./unavailable.ts";

/** A failure that the rest of a transaction survives. */
export interface Failure {
  error: unknown;
}

/**
 * Runs a part of a transaction that can fail because of one of its rows. If it fails, only that part is undone.
 * @returns the failure; null if it succeeded
 * @throws errors that the rest of the transaction would meet, too, such as an unreachable database
 */
export async function inSavepoint({ db }: Database, work: () => Promise<unknown>): Promise<Failure | null> {
  let failure: Failure | null = null;
  await sql`savepoint part`.execute(db);
  try {
    await work();
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    failure = { error };
    await sql`rollback to savepoint part`.execute(db);
  }
  await sql`release savepoint part`.execute(db);
  return failure;
}
