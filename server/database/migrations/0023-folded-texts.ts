import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/** The tables with texts that are folded for searching: the column of the text, and the key of a row. */
const TABLES = [
  { table: "users", text: "name", key: ["id"] },
  { table: "invitations", text: "label", key: ["survey_id", "id"] },
  { table: "voter_list_people", text: "label", key: ["list_id", "id"] },
  { table: "audit_log", text: "about_title", key: ["id"] },
] as const;

/**
 * Stores names, labels and titles folded for searching, where they have characters outside of ASCII; the database can
 * fold the others. What is stored so far stays null, and so does what the version before this one writes: the
 * application folds it after its start (ops/foldedTexts.sql.ts). The texts of surveys are encoded again in their own
 * column, so there is an index of those that wait.
 */
export async function foldTexts(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "postgres") for (const statement of onSeveralServers) await statement.execute(db);
  for (const { table, text } of TABLES) {
    await sql`alter table ${sql.ref(table)} add column folded text`.execute(db);
    await sql`create index ${sql.ref(`${table}_unfolded`)} on ${sql.ref(table)} (id)
      where folded is null and octet_length(${sql.ref(text)}) > length(${sql.ref(text)})`.execute(db);
  }
  for (const statement of engine === "sqlite" ? onSqlite : onPostgres) await statement.execute(db);
}

/**
 * Where the lists of people are spread over several servers: Citus changes one server after the other, as in migration
 * 0018, and allows triggers, as in 0014.
 */
const onSeveralServers = [
  sql`do $$ begin
    if exists (select 1 from pg_extension where extname = 'citus') then
      set local citus.multi_shard_modify_mode to sequential;
    end if;
  end $$`,
  sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`,
];

/** Everything about an audit event except for what is folded. */
const EVENT = sql.join(
  [
    ...["id", "at", "action", "actor", "admin_id", "about_kind", "about_id", "about_title"],
    ...["before", "after", "request_id"],
  ].map((column) => sql.ref(column)),
);

/** The tables whose texts change; titles in the audit log don't. */
const CHANGING = TABLES.filter(({ table }) => table !== "audit_log");

/**
 * Whatever changes a text empties what was folded, in the same transaction; the application then stores the new one. So
 * the version before this one, which runs beside it during an upgrade, never leaves a former name behind, also where it
 * deletes one.
 */
const onSqlite = [
  ...CHANGING.map(({ table, text, key }) => {
    const isRow = sql.join(
      key.map((column) => sql`${sql.ref(column)} = new.${sql.ref(column)}`),
      sql` and `,
    );
    return sql`create trigger ${sql.ref(`${table}_text_changed`)} after update of ${sql.ref(text)} on ${sql.ref(table)}
      when new.${sql.ref(text)} is not old.${sql.ref(text)} begin
        update ${sql.ref(table)} set folded = null where ${isRow};
      end`;
  }),
  sql`drop trigger audit_log_no_update`,
  sql`create trigger audit_log_no_update before update of ${EVENT} on audit_log begin
    select raise(abort, 'the audit log is append-only');
  end`,
  // The expression of `foldedText` in database/containing.ts.
  sql`create index users_by_folded_name on users (coalesce(folded, searchable(name)), id)`,
  // Contains everything that a search for users reads, so that it doesn't call a function for each of them.
  sql`drop index users_by_age`,
  sql`create index users_by_age on users (created_at, id, coalesce(folded, searchable(name)), email, status)`,
  sql`create index listings_unfolded on survey_listings (survey_id)
    where substr(search_text, 1, 1) <> 'F'
      and (search_text glob '*Z[B-Y]*' or search_text glob '*ZA[B-Y]*' or search_text glob '*ZAA[G-Y]*')`,
];

const onPostgres = [
  sql`create function forget_folded() returns trigger language plpgsql as $$ begin
    new.folded := null;
    return new;
  end $$`,
  ...CHANGING.map(
    ({ table, text }) => sql`create trigger ${sql.ref(`${table}_text_changed`)} before update of ${sql.ref(text)}
      on ${sql.ref(table)} for each row when (new.${sql.ref(text)} is distinct from old.${sql.ref(text)})
      execute function forget_folded()`,
  ),
  sql`drop trigger audit_log_append_only on audit_log`,
  sql`create trigger audit_log_append_only before delete or truncate or update of ${EVENT} on audit_log
    for each statement execute function refuse_audit_change()`,
  // The expression of `foldedText` in database/containing.ts; the first in the order of `Dialect.sortable`.
  sql`create index users_by_folded_name
    on users ((coalesce(folded, lower(normalize(name, nfkc) collate "und-x-icu")) collate "C"), id)`,
  // With GIN's pending list, other than the text index of surveys: each account's row is written once a day, when it is
  // used, which would take a millisecond longer, and only admins search here.
  sql`create index users_text on users
    using gin ((coalesce(folded, lower(normalize(name, nfkc) collate "und-x-icu"))) gin_trgm_ops, email gin_trgm_ops)`,
  sql`create index listings_unfolded on survey_listings (survey_id)
    where substr(search_text, 1, 1) <> 'F' and (search_text collate "C") ~ 'Z([B-Y]|A[B-Y]|AA[G-Y])'`,
];
