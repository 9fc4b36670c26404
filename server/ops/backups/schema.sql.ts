import type { Dialect } from "../../database/dialect.ts";
import type { RunQuery } from "../../database/runQuery.ts";

export interface StoredTable {
  name: string;
  columns: {
    name: string;
    type: string;
    /** Its place in the primary key, from 1; 0 if it is not part of the key. */
    key: number;
  }[];
}

/** Tables that backups don't contain; all others are read from the database's catalog. */
const leftOut = new Set([
  // Triggers fill them when surveys are restored.
  "survey_listings",
  "survey_counts",
  // The same of users, on SQLite.
  "user_numbers",
  // A session, an API key, an email link, a sign-in in progress or a remembered device that ended after the backup must
  // not
  // become valid again.
  "sessions",
  "api_keys",
  "remembered_devices",
  "mail_links",
  "pending_sign_ins",
  // Short-lived counts and events, for processes that no longer exist.
  "rate_limit_counts",
  "session_changes",
  // A restore's clock would look wrong beside the clock of the time when the backup was made.
  "heartbeats",
  // The fate of emails within 30 days, with addresses: a restore must not bring back what was deleted with an account
  // or list.
  "email_trail",
  // The current state of the mail server.
  "mail_server",
  // The migrations' own tables: a backup's head contains the names.
  "kysely_migration",
  "kysely_migration_lock",
]);

const catalogs = {
  sqlite: {
    columns: `
      select l.name as "table", c.name as "column", c.type as type, c.pk as key
      from pragma_table_list l join pragma_table_xinfo(l.name) c
      where l.schema = 'main' and l.type = 'table' and substr(l.name, 1, 7) <> 'sqlite_' and c.hidden = 0
      order by l.name, c.cid`,
    references: `
      select l.name as child, f."table" as parent from pragma_table_list l join pragma_foreign_key_list(l.name) f
      where l.schema = 'main'`,
  },
  postgres: {
    columns: `
      select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
        coalesce(array_position(i.indkey::int[], a.attnum::int) - array_lower(i.indkey::int[], 1) + 1, 0) as key
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
    references: `
      select child.relname as child, parent.relname as parent from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
  },
};

/** The tables that backups contain, each after the tables that it references. */
export async function storedTables(query: RunQuery, { engine }: Dialect): Promise<StoredTable[]> {
  const found = await query<{ table: string; column: string; type: string; key: number }>(catalogs[engine].columns);
  const tables = new Map<string, StoredTable>();
  for (const { table, column, ...about } of found.filter((each) => !leftOut.has(each.table))) {
    if (!tables.has(table)) tables.set(table, { name: table, columns: [] });
    tables.get(table)?.columns.push({ name: column, ...about });
  }
  const references = await query<{ child: string; parent: string }>(catalogs[engine].references);
  const sorted = new Map<string, StoredTable>();
  const put = (table: StoredTable) => {
    if (sorted.has(table.name)) return;
    for (const { child, parent } of references) {
      const before = child === table.name && parent !== child ? tables.get(parent) : undefined;
      if (before) put(before);
    }
    sorted.set(table.name, table);
  };
  for (const table of tables.values()) put(table);
  return [...sorted.values()];
}

/** The names of a database's applied migrations, in order; none for an empty database. */
export async function appliedMigrations(query: RunQuery, { engine }: Dialect): Promise<string[]> {
  const found = await query<{ table: string }>(catalogs[engine].columns);
  if (!found.some(({ table }) => table === "kysely_migration")) return [];
  const applied = await query<{ name: string }>("select name from kysely_migration order by name");
  return applied.map(({ name }) => name);
}

/**
 * A statement that returns a table's rows as JSON arrays in the column `row`, sorted by the primary key: the order in
 * which rows are stored would tell the order in which people voted on secret surveys.
 */
export function selectRows({ name, columns }: StoredTable, { engine }: Dialect): string {
  const values = columns.map((column) => quoted(column.name)).join(", ");
  const array = engine === "sqlite" ? `json_array(${values})` : `json_build_array(${values})::text`;
  const key = columns.filter((column) => column.key > 0).sort((a, b) => a.key - b.key);
  return `select ${array} as row from ${quoted(name)} order by ${key.map((column) => quoted(column.name)).join(", ")}`;
}

/** Counts surveys and votes, the latter as `recount` does: without those that were replaced, and with secret ones. */
export async function countSurveysAndVotes(query: RunQuery): Promise<{ surveys: number; votes: number }> {
  const [counted] = await query<{ surveys: number; votes: number }>(
    `select (select count(*) from surveys) as surveys,
      (select count(*) from votes where replaced_by is null) + (select count(*) from secret_voters) as votes`,
  );
  return { surveys: Number(counted?.surveys ?? 0), votes: Number(counted?.votes ?? 0) };
}

/** A statement that inserts rows, given as one parameter: a JSON array of arrays in the order of `columns`. */
export function insertRows({ name, columns }: StoredTable, { engine }: Dialect): string {
  const into = `insert into ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(", ")})`;
  if (engine === "sqlite")
    return `${into} select ${columns.map((_, index) => `value ->> ${index}`).join(", ")} from json_each(?)`;
  return `${into} overriding system value
    select ${columns.map(({ type }, index) => `(value ->> ${index})::${type}`).join(", ")} from json_array_elements($1::json)`;
}

/**
 * A statement that returns a table's number of rows, `count`, and the number of rows with an invalid integer, `odd`:
 * SQLite accepts a text, or a number that JavaScript can't represent exactly, in an integer column.
 */
export function countRows({ name, columns }: StoredTable, { engine }: Dialect): string {
  const odd = columns
    .filter(({ type }) => /^(big)?int(eger)?$/i.test(type))
    .map((column) => {
      const isNumber = engine === "sqlite" ? `typeof(${quoted(column.name)}) = 'integer' and ` : "";
      const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: most } = Number;
      return `${quoted(column.name)} is not null and not (${isNumber}${quoted(column.name)} between ${least} and ${most})`;
    });
  const isOdd = odd.join(" or ") || "false";
  return `select count(*) as count, count(case when ${isOdd} then 1 end) as odd from ${quoted(name)}`;
}

/** Names come from the database's own catalog. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
