import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { foundation } from "./migrations/0001-foundation.ts";
import { accounts } from "./migrations/0002-accounts.ts";
import { memberships } from "./migrations/0003-memberships.ts";
import { votesBySurvey } from "./migrations/0004-votes-by-survey.ts";
import { reading } from "./migrations/0005-reading.ts";
import { callerChanges } from "./migrations/0006-caller-changes.ts";
import { callCounts } from "./migrations/0007-call-counts.ts";
import { voteLedger } from "./migrations/0008-vote-ledger.ts";
import { auditLog } from "./migrations/0009-audit-log.ts";
import { sessionRenewal } from "./migrations/0010-session-renewal.ts";
import { wonDisputes } from "./migrations/0011-won-disputes.ts";

/** Forward only, in this order, never edited once released. */
const migrations: Record<string, (db: Kysely<never>, dialect: Dialect) => Promise<void>> = {
  "0001-foundation": foundation,
  "0002-accounts": accounts,
  "0003-memberships": memberships,
  "0004-votes-by-survey": votesBySurvey,
  "0005-reading": reading,
  "0006-caller-changes": callerChanges,
  "0007-call-counts": callCounts,
  "0008-vote-ledger": voteLedger,
  "0009-audit-log": auditLog,
  "0010-session-renewal": sessionRenewal,
  "0011-won-disputes": wonDisputes,
};

/** The migrations that this version knows, in order. */
export const migrationNames = Object.keys(migrations);

/**
 * Brings the schema up to date, under a lock, so that instances which start together do it once. What a later version has
 * made of it is left alone: going back to this one is starting it (docs/operating.md).
 */
export async function migrate(database: Database): Promise<void> {
  const { error } = await migratorOf(database).migrateToLatest();
  if (error && !(await isLater(database))) throw error;
}

/** Whether the database has gone through all that this version knows, and more. */
async function isLater({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.length > migrationNames.length && migrationNames.every((name, at) => rows[at]?.name === name);
}

/** Brings the schema to what it was after the migration `last`: for what an earlier version left. */
export async function migrateTo(database: Database, last: string): Promise<void> {
  const { error } = await migratorOf(database).migrateTo(last);
  if (error) throw error;
}

function migratorOf({ db, dialect }: Database): Migrator {
  return new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, up]): [string, Migration] => [
            name,
            { up: (trx) => up(trx as Kysely<never>, dialect) },
          ]),
        ),
    },
  });
}
