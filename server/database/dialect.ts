import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** What the two engines say differently. Everything else in our SQL is the same on both. */
export interface Dialect {
  engine: "sqlite" | "postgres";
  /** The database's clock, milliseconds since 1970. */
  now: RawBuilder<number>;
  /** The UTC day of an instant, YYYY-MM-DD. */
  day(at: RawBuilder<number>): RawBuilder<string>;
  /**
   * Rows as a table expression made of ONE parameter, so that a statement is the same, and stays prepared, whatever
   * the number of rows. Use as `sql\`select … from ${rows}\``; it is named `r`.
   */
  rows(rows: readonly object[], columns: Record<string, "text" | "bigint" | "integer">): RawBuilder<unknown>;
  /** `column` is one of `values`: again one parameter. */
  isOneOf(column: Expression<unknown>, values: readonly string[]): RawBuilder<boolean>;
  /** `column` as `searchable` (searchText.ts) makes texts: for columns that are not stored so. */
  searchable(column: Expression<unknown>): RawBuilder<string>;
  /** `column`, which holds texts as `spelled` (searchText.ts) makes them, contains `part` of one. */
  holds(column: Expression<unknown>, part: string): RawBuilder<boolean>;
  /** Keeps other transactions from changing the selected rows until this one ends. */
  lock<Q extends SelectQueryBuilder<never, never, unknown>>(query: Q): Q;
  /** The same, leaving out what another transaction has locked: for work that several take from one table. */
  lockFree<Q extends SelectQueryBuilder<never, never, unknown>>(query: Q): Q;
  /** Within a transaction: waits until no other process is in one that asked for this. For what is done once, at the start. */
  waitTurn(db: Kysely<Tables>): Promise<void>;
  /** Within a transaction: fails where the database takes no writes. */
  demandWritable(db: Kysely<Tables>): Promise<void>;
  /** An instant for comparison with the sign-in library's columns. */
  authInstant(at: number): string | Date;
  /** A truth value for the sign-in library's columns. */
  authBoolean(value: boolean): number | boolean;
}

export const sqliteDialect: Dialect = {
  engine: "sqlite",
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  day: (at) => sql<string>`date(${at} / 1000, 'unixepoch')`,
  rows: (rows, columns) =>
    sql`(select ${sql.join(Object.keys(columns).map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`))} from json_each(${JSON.stringify(rows)})) as r`,
  isOneOf: (column, values) => sql<boolean>`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  searchable: (column) => sql<string>`searchable(${column})`, // sqlite.ts brings it
  // Its `like` takes capitals for small letters.
  holds: (column, part) => sql<boolean>`instr(${column}, ${part}) > 0`,
  // Transactions begin immediate (see sqlite.ts), so nobody else writes meanwhile.
  lock: (query) => query,
  lockFree: (query) => query,
  waitTurn: async () => {},
  // It has begun immediate, with the lock of whoever writes.
  demandWritable: async () => {},
  authInstant: (at) => new Date(at).toISOString(),
  authBoolean: Number,
};

/** The lock of whose turn it is: any number that nothing else on the database locks. */
const TURN = 5_390_361_884;

export const postgresDialect: Dialect = {
  engine: "postgres",
  now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  day: (at) => sql<string>`to_char(to_timestamp(${at} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`,
  rows: (rows, columns) =>
    sql`json_to_recordset(${JSON.stringify(rows)}) as r(${sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})`,
  isOneOf: (column, values) => sql<boolean>`${column} = any(${[...values]})`,
  // A collation by name: that of the database may know no letters beyond ASCII.
  searchable: (column) => sql<string>`lower(normalize(${column}, nfkc) collate "und-x-icu")`,
  holds: (column, part) => sql<boolean>`${column} like ${`%${part}%`}`,
  // "no key": what refers to the row, like a report, may be inserted meanwhile.
  lock: (query) => query.forNoKeyUpdate() as typeof query,
  lockFree: (query) => query.forNoKeyUpdate().skipLocked() as typeof query,
  waitTurn: async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select pg_advisory_xact_lock(${sql.lit(TURN)})`.execute(db);
  },
  demandWritable: async (db) => {
    // A server that has become a replica, or is set to be only read.
    const { rows } = await sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`.execute(db);
    if (rows[0]?.mode !== "off") throw new Error("The database is read-only");
  },
  authInstant: (at) => new Date(at),
  authBoolean: Boolean,
};
