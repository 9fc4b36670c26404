import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** The SQL that differs between the two engines. All other SQL is the same on both. */
export interface Dialect {
  engine: "sqlite" | "postgres";
  /** The database's clock, milliseconds since 1970. */
  now: RawBuilder<number>;
  /** The UTC day of an instant, YYYY-MM-DD. */
  day(at: RawBuilder<number>): RawBuilder<string>;
  /**
   * Rows as a table expression from ONE parameter, so that the statement's text, and with it the prepared statement, is
   * the same for any number of rows. Use as `sql\`select … from ${rows}\``; its alias is `r`.
   */
  rows(rows: readonly object[], columns: Record<string, "text" | "bigint" | "integer">): RawBuilder<unknown>;
  /** `column` is one of `values`, even with one parameter. */
  isOneOf(column: Expression<unknown>, values: readonly string[]): RawBuilder<boolean>;
  /** Normalizes `column` like `normalizeText` (foldText.ts), for texts that are never stored folded. */
  searchable(column: Expression<unknown>): RawBuilder<string>;
  /**
   * A folded text in the order of its code points, so that names with a common beginning are one range of the index of
   * names.
   */
  sortable(text: Expression<unknown>): RawBuilder<string>;
  /** `column`, which holds texts from `encodeForSearch` (searchText.ts), contains `term`. */
  contains(column: Expression<unknown>, term: string): RawBuilder<boolean>;
  /** The condition of the index of surveys whose texts version 1.0 has encoded, with characters outside of ASCII. */
  isFormerSearchText: RawBuilder<boolean>;
  /** A field of the JSON object in `column` as a text, with the expression of the indexes. */
  jsonField(column: Expression<unknown>, field: string): RawBuilder<string | null>;
  /** The mailbox that the address in `column` reaches, with the expression of the indexes; `mailboxOf` in SQL. */
  mailbox(column: Expression<unknown>): RawBuilder<string>;
  /** Locks the selected rows against changes by other transactions until this one ends. */
  lock<Q extends SelectQueryBuilder<never, never, unknown>>(query: Q): Q;
  /**
   * Like `lock`, for rows that are about to be deleted: other transactions that insert rows which reference them wait,
   * too.
   */
  lockToDelete<Q extends SelectQueryBuilder<never, never, unknown>>(query: Q): Q;
  /** Keeps the selected rows from being deleted until this transaction ends; others can still change them. */
  lockToReference<Q extends SelectQueryBuilder<never, never, unknown>>(query: Q): Q;
  /** Like `lock`, but skips rows that another transaction has locked, for tables that serve as queues. */
  lockSkippingLocked<Q extends SelectQueryBuilder<never, never, unknown>>(query: Q): Q;
  /**
   * Within a transaction: waits for a lock that only one transaction of any process can hold, for one-time work at the
   * start.
   */
  acquireMigrationLock(db: Kysely<Tables>): Promise<void>;
  /** Within a transaction: waits for a lock of this name, which only one transaction of any process can hold. */
  acquireLock(db: Kysely<Tables>, name: string): Promise<void>;
  /** Within a transaction: lets it delete the votes of a survey that it also deletes (migrations/0042-guests.ts). */
  allowErasure(db: Kysely<Tables>, surveyId: string): Promise<void>;
  /** Within a transaction: throws if the database is read-only. */
  requireWritable(db: Kysely<Tables>): Promise<void>;
}

/** The parts of an address in SQL. */
interface AddressParts {
  local: RawBuilder<unknown>;
  domain: RawBuilder<unknown>;
  /** The part of a text before its first `+`. */
  untagged(local: RawBuilder<unknown>): RawBuilder<unknown>;
}

function mailboxIn({ local, domain, untagged }: AddressParts): RawBuilder<string> {
  const name = sql`coalesce(nullif(${untagged(local)}, ''), ${local})`;
  const withoutDots = sql`coalesce(nullif(replace(${name}, '.', ''), ''), ${name})`;
  return sql<string>`(case when ${domain} in ('gmail.com', 'googlemail.com')
    then ${withoutDots} || '@gmail.com' else ${name} || '@' || ${domain} end)`;
}

export const sqliteDialect: Dialect = {
  engine: "sqlite",
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  day: (at) => sql<string>`date(${at} / 1000, 'unixepoch')`,
  rows: (rows, columns) =>
    sql`(select ${sql.join(Object.keys(columns).map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`))} from json_each(${JSON.stringify(rows)})) as r`,
  isOneOf: (column, values) => sql<boolean>`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  searchable: (column) => sql<string>`searchable(${column})`, // defined in sqliteFile.ts
  sortable: (text) => sql<string>`${text}`,
  // Not `like`, which ignores case on SQLite.
  contains: (column, term) => sql<boolean>`instr(${column}, ${term}) > 0`,
  isFormerSearchText: sql<boolean>`substr(search_text, 1, 1) <> 'F'
    and (search_text glob '*Z[B-Y]*' or search_text glob '*ZA[B-Y]*' or search_text glob '*ZAA[G-Y]*')`,
  jsonField: (column, field) => sql<string | null>`(${column} ->> ${sql.lit(`$.${field}`)})`,
  mailbox: (column) =>
    mailboxIn({
      local: sql`substr(${column}, 1, instr(${column}, '@') - 1)`,
      domain: sql`substr(${column}, instr(${column}, '@') + 1)`,
      untagged: (local) => sql`substr(${local}, 1, instr(${local} || '+', '+') - 1)`,
    }),
  // Transactions begin with `begin immediate` (see sqlite.ts), so no other transaction writes meanwhile.
  lock: (query) => query,
  lockToDelete: (query) => query,
  lockToReference: (query) => query,
  lockSkippingLocked: (query) => query,
  acquireMigrationLock: async () => {},
  acquireLock: async () => {},
  allowErasure: async () => {},
  // `begin immediate` has already taken the write lock.
  requireWritable: async () => {},
};

/** The key of the advisory lock: any number that nothing else on the database uses. */
const MIGRATION_LOCK = 5_390_361_884;

export const postgresDialect: Dialect = {
  engine: "postgres",
  now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  day: (at) => sql<string>`to_char(to_timestamp(${at} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`,
  rows: (rows, columns) =>
    sql`json_to_recordset(${JSON.stringify(rows)}) as r(${sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})`,
  isOneOf: (column, values) => sql<boolean>`${column} = any(${[...values]})`,
  // An explicit collation, because the database's own may lowercase ASCII only.
  searchable: (column) => sql<string>`lower(normalize(${column}, nfkc) collate "und-x-icu")`,
  sortable: (text) => sql<string>`(${text} collate "C")`,
  contains: (column, term) => sql<boolean>`${column} like ${`%${term}%`}`,
  isFormerSearchText: sql<boolean>`substr(search_text, 1, 1) <> 'F' and (search_text collate "C") ~ 'Z([B-Y]|A[B-Y]|AA[G-Y])'`,
  jsonField: (column, field) => sql<string | null>`((${column}::jsonb) ->> ${sql.lit(field)})`,
  mailbox: (column) =>
    mailboxIn({
      local: sql`split_part(${column}, '@', 1)`,
      domain: sql`split_part(${column}, '@', 2)`,
      untagged: (local) => sql`split_part(${local}, '+', 1)`,
    }),
  // "no key" still lets other transactions insert rows that reference this one, such as reports.
  lock: (query) => query.forNoKeyUpdate() as typeof query,
  lockToDelete: (query) => query.forUpdate() as typeof query,
  // The lock that PostgreSQL takes for a foreign key. Taking it first shows whether the row is gone, without failing.
  lockToReference: (query) => query.forKeyShare() as typeof query,
  lockSkippingLocked: (query) => query.forNoKeyUpdate().skipLocked() as typeof query,
  acquireMigrationLock: async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  },
  acquireLock: async (db, name) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  },
  allowErasure: async (db, surveyId) => {
    // Also on the servers of a distributed database, which run the trigger; elsewhere the first one has no effect.
    await sql`set local citus.propagate_set_commands to 'local'`.execute(db);
    await sql`set local survey_app.erased_survey to ${sql.lit(surveyId)}`.execute(db);
  },
  requireWritable: async (db) => {
    // The server may have become a replica, or be configured as read-only.
    const { rows } = await sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`.execute(db);
    if (rows[0]?.mode !== "off") throw new Error("The database is read-only");
  },
};
