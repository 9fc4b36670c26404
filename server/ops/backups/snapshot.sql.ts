import { DatabaseSync } from "node:sqlite";
import { openServer } from "../../database/database.ts";
import { type Dialect, postgresDialect, sqliteDialect } from "../../database/dialect.ts";
import { type Fingerprint, readFingerprint } from "../../database/fingerprint.ts";
import { createPrimary } from "../../database/postgres/primary.ts";
import { withConsistentSnapshot } from "../../database/postgres/snapshot.ts";
import { type RunQuery, runQueryOf } from "../../database/runQuery.ts";
import { requireSqliteFile, sqliteFile } from "../../database/sqlitePath.ts";
import { BackupError } from "./backupFile.ts";
import { appliedMigrations, countSurveysAndVotes, type StoredTable, selectRows, storedTables } from "./schema.sql.ts";

/** A consistent snapshot of a database. */
export interface Snapshot {
  /** An ISO instant shortly before the snapshot. */
  at: string;
  /** The fingerprint of the database. */
  fingerprint: Fingerprint;
  migrations: string[];
  tables: StoredTable[];
  surveys: number;
  /** The number of votes in it, secret ones included. */
  votes: number;
  /** The rows of a table as JSON arrays, in batches. */
  rows(table: StoredTable): AsyncIterable<string[]>;
}

/** Rows in one batch: about half a megabyte of votes. */
const ROWS = 4000;

export interface SnapshotSource {
  /** Null for the SQLite file in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
}

/** Calls `work` with a snapshot of the database, which is valid until `work` ends. It doesn't block writers. */
export async function withSnapshot<T>(source: SnapshotSource, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = source;
  requireSqliteFile(source);
  const at = new Date().toISOString();
  if (!databaseUrl) return onSqlite(sqliteFile(dataDir), (described) => work({ ...described, at }));
  const database = openServer(createPrimary(databaseUrl), { connections: 2 });
  try {
    return await withConsistentSnapshot(database, async (tx) => {
      const query = runQueryOf(tx);
      // Large tables take longer than the default timeout.
      await query("set local statement_timeout = 0");
      return work({ ...(await describe(query, postgresDialect, (select) => cursorRows(query, select))), at });
    });
  } finally {
    await database.close();
  }
}

async function onSqlite<T>(file: string, work: (described: Omit<Snapshot, "at">) => Promise<T>): Promise<T> {
  // A separate read-only connection, so that the server can keep writing.
  const database = new DatabaseSync(file, { timeout: 5000, readOnly: true });
  try {
    database.exec("begin");
    const query: RunQuery = async <R>(statement: string) => database.prepare(statement).all() as R[];
    return await work(await describe(query, sqliteDialect, (select) => iteratedRows(database, select)));
  } finally {
    database.close();
  }
}

async function describe(
  query: RunQuery,
  dialect: Dialect,
  read: (select: string) => AsyncIterable<string[]>,
): Promise<Omit<Snapshot, "at">> {
  const fingerprint = await readFingerprint(query, dialect);
  if (!fingerprint) throw new BackupError("The database is empty: there is nothing to back up.");
  return {
    fingerprint,
    migrations: await appliedMigrations(query, dialect),
    tables: await storedTables(query, dialect),
    ...(await countSurveysAndVotes(query)),
    rows: (table) => read(selectRows(table, dialect)),
  };
}

async function* cursorRows(query: RunQuery, select: string): AsyncGenerator<string[]> {
  await query(`declare reading no scroll cursor for ${select}`);
  for (;;) {
    const rows = await query<{ row: string }>(`fetch ${ROWS} from reading`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await query("close reading");
}

async function* iteratedRows(database: DatabaseSync, select: string): AsyncGenerator<string[]> {
  let rows: string[] = [];
  for (const { row } of database.prepare(select).iterate()) {
    rows.push(String(row));
    if (rows.length < ROWS) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
