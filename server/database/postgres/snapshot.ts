import { sql } from "kysely";
import type { Database } from "../database.ts";
import { wrap } from "../database.ts";
import { findVoteNodes } from "./distribution.ts";

/**
 * Runs `work` on PostgreSQL in a read-only transaction with a consistent snapshot. Joins the transaction that `database` is
 * already in.
 *
 * Each server of a distributed database has a snapshot of its own. While they are taken, no transaction may change surveys and
 * their votes, or some servers would show it and others not; votes alone, which change one server, continue. One connection to
 * each server, because each connection has its own snapshot.
 */
export async function consistently<T>(database: Database, work: (tx: Database) => Promise<T>): Promise<T> {
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
      return work(wrap(reading, dialect));
    });
}
