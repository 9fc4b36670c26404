import type { Dialect } from "./dialect.ts";
import { serverUrls } from "./postgres/primary.ts";
import type { RunQuery } from "./runQuery.ts";
import { sqliteFile } from "./sqlitePath.ts";

/**
 * An identity that tells a database from all others. It stays the same on a standby, after a failover, under another
 * address and in a copy of the files; a restored backup is another database. (A random id would be in the backup, and
 * after a move by backup and restore, the old SQLite file would look like the new database. A standby has another host
 * and port.)
 */
export interface Fingerprint {
  engine: Dialect["engine"];
  /** Its name on the PostgreSQL server; null on SQLite. */
  name: string | null;
  /** When the first migration created its tables: an ISO instant in milliseconds, which no two databases share. */
  createdAt: string;
}

const tables = {
  sqlite: { isThere: "select 1 from sqlite_master where name = 'kysely_migration'", name: "null" },
  postgres: { isThere: "select 1 where to_regclass('kysely_migration') is not null", name: "current_database()" },
};

/** The fingerprint of a database; null if Survey App has not created its tables yet. */
export async function readFingerprint(query: RunQuery, { engine }: Dialect): Promise<Fingerprint | null> {
  const { isThere, name } = tables[engine];
  if ((await query(isThere)).length === 0) return null;
  const [first] = await query<Omit<Fingerprint, "engine">>(
    `select ${name} as "name", "timestamp" as "createdAt" from kysely_migration order by kysely_migration.name limit 1`,
  );
  return first ? { engine, name: first.name, createdAt: first.createdAt } : null;
}

/** The place of the database by the settings, in words for an operator: without user and password. */
export function describePlace(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  name: string | null | undefined,
): string {
  if (!databaseUrl) return `SQLite, ${sqliteFile(dataDir)}`;
  const urls = serverUrls(databaseUrl).map((url) => new URL(url));
  const hosts = urls.map(({ host, searchParams }) => searchParams.get("host") ?? host);
  // The driver takes what the URL leaves out from its own variables, such as PGHOST.
  const database = name ?? decodeURIComponent(urls[0]?.pathname.slice(1) ?? "");
  return `PostgreSQL at ${hosts.join(",") || "its default host"}, database ${database || "by default"}`;
}
