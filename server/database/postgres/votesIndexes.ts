import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** Any number that nothing else on the database uses as the key of an advisory lock. */
const LOCK = sql.lit(5_390_361_885);
/** How often an instance checks whether another one has finished building, in milliseconds. */
const RETRY_MS = 500;

/** Indexes that migration 0045 adds to votes. */
const INDEXES = {
  votes_commented_by: sql`votes (user_id, id) where comment <> ''`,
  votes_invited_by: sql`votes (user_id) where invitation_id is not null`,
} as const;

/**
 * Builds the missing ones of these indexes while people vote: for ten million votes it takes minutes, during which a
 * migration would lock the table. Call it before migrations run. In a new database, and within a transaction, as of a
 * restore, the migration builds them.
 */
export async function buildVotesIndexes({ db }: Database): Promise<void> {
  if (db.isTransaction) return;
  await db.connection().execute(async (connection) => {
    if (!(await hasVotes(connection))) return;
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await whileOthersWait(connection, async () => {
        for (const [name, definition] of Object.entries(INDEXES)) await build(connection, name, definition);
      });
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function hasVotes(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ votes: unknown }>`select to_regclass('votes') as votes`.execute(db);
  return rows[0]?.votes !== null;
}

/**
 * Two instances that build at the same time would wait for each other. So one builds, and the other retries the lock: a
 * statement that waits for the lock would hold a snapshot, and the building instance would wait for that.
 */
async function whileOthersWait(db: Kysely<Tables>, work: () => Promise<void>): Promise<void> {
  const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`;
  while (!(await take.execute(db)).rows[0]?.taken) await sleep(RETRY_MS);
  try {
    await work();
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(db);
  }
}

/** An index whose building was interrupted stays, is invalid, and is built again. */
async function build(db: Kysely<Tables>, name: string, definition: (typeof INDEXES)[keyof typeof INDEXES]) {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.indisvalid) return;
  await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
  await sql`create index concurrently ${sql.ref(name)} on ${definition}`.execute(db);
}
