import { CompiledQuery } from "kysely";
import type { Database } from "../../database/database.ts";
import { type RunQuery, runQueryOf } from "../../database/runQuery.ts";
import type { StoredBox } from "../../database/tables.ts";
import { BackupError, type TableHead } from "./backupFile.ts";
import { appliedMigrations, countRows, insertRows, quoted, type StoredTable, storedTables } from "./schema.sql.ts";

export interface Loader {
  /** Inserts rows of a table, given as lines of JSON. */
  rows(table: string, lines: string): Promise<void>;
  /** Stores the heads of ledgers whose votes were hashed again. */
  heads(renewed: readonly Pick<StoredBox, "survey_id" | "ledger_head">[]): Promise<void>;
  /**
   * Compares the tables' row counts with the manifest's, moves the sequences past the inserted ids, and collects
   * statistics.
   */
  verify(rows: Record<string, number>): Promise<void>;
}

/** The names of the database's applied migrations, in order. */
export const migrationsOf = (database: Database) => appliedMigrations(runQueryOf(database), database.dialect);

/**
 * Creates a loader that fills the database within a transaction.
 * @throws {BackupError} unless the database is empty and has the backup's tables and columns
 */
export async function loader(tx: Database, heads: readonly TableHead[]): Promise<Loader> {
  const query = runQueryOf(tx);
  const stored = await storedTables(query, tx.dialect);
  await requireEmpty(query, stored);
  const inserts = new Map(heads.map((head) => [head.name, insertRows(matching(stored, head), tx.dialect)]));
  return {
    async rows(table, lines) {
      const insert = inserts.get(table);
      if (!insert) throw new BackupError(`The backup has rows of ${table}, but its head does not list that table.`);
      const rows = `[${lines.trimEnd().replaceAll("\n", ",")}]`;
      try {
        await tx.db.executeQuery(CompiledQuery.raw(insert, [rows]));
      } catch (error) {
        throw new BackupError(`Rows of ${table} can't be stored (${(error as Error).message}): nothing was restored.`);
      }
    },
    async heads(renewed) {
      for (const { survey_id, ledger_head } of renewed)
        await tx.db.updateTable("ballot_boxes").set({ ledger_head }).where("survey_id", "=", survey_id).execute();
    },
    async verify(rows) {
      for (const table of stored) {
        const { name } = table;
        const [counted] = await query<{ count: number; odd: number }>(countRows(table, tx.dialect));
        if (counted?.count !== (rows[name] ?? 0))
          throw new BackupError(
            `Of ${name}, ${counted?.count} rows were stored instead of ${rows[name] ?? 0}: nothing was restored.`,
          );
        if (Number(counted.odd) > 0)
          throw new BackupError(`${counted.odd} rows of ${name} have invalid integers: nothing was restored.`);
      }
      if (tx.dialect.engine === "sqlite") return;
      await moveSequences(query, stored);
      // Nothing else collects statistics within this transaction. Without them each chunk of a ledger would sort the
      // whole ledger.
      await query("analyze");
    },
  };
}

async function requireEmpty(query: RunQuery, stored: readonly StoredTable[]): Promise<void> {
  for (const { name } of stored) {
    const [row] = await query(`select 1 from ${quoted(name)} limit 1`);
    if (row) throw new BackupError(`The database is not empty (${name} has rows): restore into an empty one.`);
  }
}

/** The database's table with the backup's columns, in the backup's order. */
function matching(stored: readonly StoredTable[], head: TableHead): StoredTable {
  const table = stored.find(({ name }) => name === head.name);
  if (!table) throw new BackupError(`The backup has an unknown table: ${head.name}.`);
  const columns = head.columns.map((name) => {
    const column = table.columns.find((each) => each.name === name);
    if (!column) throw new BackupError(`The backup has an unknown column: ${name} of ${head.name}.`);
    return column;
  });
  return { name: head.name, columns };
}

/** Sets PostgreSQL's sequences to the largest inserted ids; SQLite does that automatically. */
async function moveSequences(query: RunQuery, stored: readonly StoredTable[]): Promise<void> {
  for (const { name, columns } of stored) {
    for (const column of columns.filter(({ type }) => type === "bigint" || type === "integer")) {
      const of = `pg_get_serial_sequence('${quoted(name)}', '${column.name}')::regclass`;
      await query(
        `select setval(${of}, (select max(${quoted(column.name)}) from ${quoted(name)})) where ${of} is not null`,
      );
    }
  }
}
