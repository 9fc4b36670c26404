import { sql } from "kysely";
import type { Database } from "../database.ts";
import { toDatabase } from "../database.ts";
import { findVoteNodes } from "./distribution.ts";

/**
 * Runs `work` on PostgreSQL in a read-only transaction with a consistent snapshot. Joins the transaction that
 * `database` is already in.
 *
 * Each connection to a server of a distributed database has its own snapshot, so this uses one connection for each
 * server. While the snapshots are taken, no transaction may change both surveys and votes: some servers would show its
 * changes and others not. Storing votes, which changes one server only, continues.
 */
export async function withConsistentSnapshot<T>(database: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  const { db, dialect } = database;
  if (db.isTransaction) return work(database);
  const isDistributed = (await findVoteNodes(database)) !== null;
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (reading) => {
      if (isDistributed)
        await db.transaction().execute(async (holding) => {
          await sql`lock table surveys in share mode`.execute(holding);
          await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(reading);
          // A small table with a part on each server.
          await sql`select count(*) from secret_erasures`.execute(reading);
        });
      return work(toDatabase(reading, dialect));
    });
}
