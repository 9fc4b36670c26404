import { sql } from "kysely";
import type { Database } from "../database.ts";
import { OperatorError } from "../operatorError.ts";
import { DISTRIBUTED_TABLES } from "./distributedTables.ts";

const tables = sql.join(DISTRIBUTED_TABLES.map((table) => sql.lit(table)));

/** A server with votes. */
export interface VoteNode {
  host: string;
  port: number;
  /** The number of its parts of the votes. */
  shards: number;
}

/** The servers that hold the votes. @returns null if the database itself does, as it always does without Citus */
export async function findVoteNodes(database: Database): Promise<VoteNode[] | null> {
  if (!(await hasCitus(database))) return null;
  const { rows } = await sql<VoteNode>`
    select nodename as host, nodeport as port, count(*) as shards
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
    where logicalrelid = 'votes'::regclass and noderole = 'primary'
    group by nodename, nodeport order by nodename, nodeport`.execute(database.db);
  return rows.length > 0 ? rows : null;
}

/** Finds the server of a distributed database that has the votes of a survey. */
export async function findVoteServer({ db }: Database, surveyId: string): Promise<number> {
  const { rows } = await sql<{ groupid: number }>`
    select groupid from pg_dist_placement
    where shardid = get_shard_id_for_distribution_column('votes', ${surveyId}::text)`.execute(db);
  return rows[0]?.groupid ?? 0;
}

async function hasCitus({ db, dialect }: Database): Promise<boolean> {
  if (dialect.engine === "sqlite") return false;
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/**
 * Spreads the tables of votes over the servers that were added to Citus, in one transaction: an interrupted run changes
 * nothing. Does nothing if they are spread already. Call it on a migrated database.
 * @param onProgress is called with the progress, one sentence at a time
 * @throws {OperatorError}
 */
export function distribute(database: Database, onProgress: (sentence: string) => void): Promise<void> {
  return database.transaction(async (tx) => {
    await requireCitus(tx);
    await tx.dialect.acquireMigrationLock(tx.db);
    await settings.execute(tx.db);
    if (await findVoteNodes(tx)) return onProgress("The votes are already distributed.");
    // One connection to each server: functions can't be distributed in a transaction with more.
    await sql`set local citus.multi_shard_modify_mode to sequential`.execute(tx.db);
    await dropForeignKeys(tx);
    const createTriggers = await dropTriggers(tx);
    for (const table of DISTRIBUTED_TABLES) {
      const together = table === "ballot_boxes" ? "default" : "ballot_boxes";
      await sql`select create_distributed_table(${table}, 'survey_id', colocate_with => ${together})`.execute(tx.db);
      await sql`select truncate_local_data_after_distributing_table(${table})`.execute(tx.db);
      onProgress(`${table} is distributed.`);
    }
    await createTriggers();
    for (const statement of [...storing, ...commitInTwoPhases]) await statement.execute(tx.db);
    onProgress("Every server has the function that stores votes, and the triggers that keep them from being changed.");
  });
}

async function requireCitus(tx: Database): Promise<void> {
  if (!(await hasCitus(tx)))
    throw new OperatorError(
      "The database has no Citus extension: create it on every server, and add the servers (docs/several-instances.md).",
    );
  const { rows } = await sql`select 1 from pg_dist_node where isactive and shouldhaveshards limit 1`.execute(tx.db);
  if (rows.length === 0)
    throw new OperatorError(
      "Citus has no server for the votes: add some with citus_add_node (docs/several-instances.md).",
    );
}

/** A distributed table can't reference others. `npm run verify` finds rows of surveys that don't exist. */
async function dropForeignKeys({ db }: Database): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and conrelid::regclass::text in (${tables})`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.ref(table)} drop constraint ${sql.ref(name)}`.execute(db);
}

/**
 * Drops the triggers of the tables, which would otherwise prevent their rows from being moved.
 * @returns a function that creates them on every server. Citus allows that only with a setting, because triggers that
 *   use other servers could deadlock. These triggers only reject changes, or change their own row.
 */
async function dropTriggers({ db }: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select tgrelid::regclass::text as table, tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal and tgrelid::regclass::text in (${tables})`.execute(db);
  for (const { table, name } of rows) await sql`drop trigger ${sql.ref(name)} on ${sql.ref(table)}`.execute(db);
  return async () => {
    await sql`set local citus.enable_unsafe_triggers = on`.execute(db);
    for (const { definition } of rows) await sql.raw(definition).execute(db);
  };
}

/**
 * Every server gets the functions. Citus calls that of votes on the server that holds the survey: one round trip and
 * one local transaction, or a part of the transaction that stores reports too.
 */
const storing = [
  sql`select create_distributed_function(p.oid::regprocedure) from pg_proc p
    where pronamespace = current_schema()::regnamespace and prorettype <> 'trigger'::regtype and prokind = 'f'
      and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')`,
  ...["store_ballots(text, json)", "store_first_ballots(text, text[], text[], integer[], text[], text[])"].map(
    (called) => sql`select create_distributed_function(
      ${called}, 'survey', colocate_with => 'ballot_boxes', force_delegation => true)`,
  ),
];

/**
 * A transaction that changes a survey and its ballot box writes here and on another server. Citus would commit there
 * first, because it doesn't know the table of surveys, and a crash in between would leave the two different. Touching a
 * table that it knows makes it commit in two phases. No row is changed, so transactions don't wait for each other.
 */
const commitInTwoPhases = [
  sql`create schema distribution`,
  sql`create table distribution.two_phases (id integer primary key)`,
  sql`select citus_add_local_table_to_metadata('distribution.two_phases')`,
  sql`create function distribution.commit_in_two_phases() returns trigger language plpgsql as $$ begin
    update distribution.two_phases set id = id where id = 0;
    return null;
  end $$`,
  // A meeting's list is on the servers with votes, too.
  ...["surveys", "meetings"].map(
    (
      table,
    ) => sql`create trigger ${sql.ref(`${table}_in_two_phases`)} after insert or update or delete on ${sql.table(table)}
      for each statement execute function distribution.commit_in_two_phases()`,
  ),
];

/**
 * Settings of new connections to the database, which Citus passes on to every server.
 *
 * Where a query joins votes with users or surveys, Citus fetches the few votes to this server. By default it would send
 * all users to every server.
 *
 * Citus 13.2 keeps one more plan for a function's statement each time it runs, until the connection ends: 90 MB in each
 * of 32 connections for 20,000 votes (its pull request 8824). Planning again costs no measurable time
 * (`docs/scaling.md`).
 */
const settings = sql`do $$ begin
  execute format('alter database %I set citus.local_table_join_policy = ''prefer-distributed''', current_database());
  execute format('alter database %I set plan_cache_mode = ''force_custom_plan''', current_database());
end $$`;

/**
 * Checks on every server the triggers and indexes that keep votes from being changed, that all rows of a survey are on
 * the same server, and the setting of plans: moving shards or adding servers by hand could break any of these.
 * @returns a sentence for each flaw; none if the votes are not distributed
 */
export async function findDistributionFlaws(database: Database): Promise<string[]> {
  if (!(await findVoteNodes(database))) return [];
  const { db } = database;
  const { rows: apart } = await sql<{ name: string }>`
    select name from unnest(array[${tables}]) as name
    where not exists (
      select 1 from pg_dist_partition votes join pg_dist_partition other using (colocationid)
      where votes.logicalrelid = 'votes'::regclass and other.logicalrelid = to_regclass(name)
    )`.execute(db);
  const { rows: delegated } = await sql`
    select 1 from pg_dist_object join pg_dist_partition using (colocationid)
    where objid in ('store_ballots'::regproc, 'store_first_ballots'::regproc) and distribution_argument_index = 0 and logicalrelid = 'votes'::regclass`.execute(
    db,
  );
  const { rows: unguarded } = await sql<{ shardid: string; result: string }>`
    select shardid, result from run_command_on_shards('votes', ${guards})
    where result <> (select concat(
      (select count(*) from pg_trigger where tgrelid = 'votes'::regclass and not tgisinternal and tgtype & 1 = 1), ' triggers, ',
      (select count(*) from pg_index where indrelid = 'votes'::regclass and indisunique), ' unique indexes'
    ))`.execute(db);
  const { rows: growing } = await sql<{ nodename: string; nodeport: number }>`
    select nodename, nodeport from run_command_on_workers(
      'select count(*) from pg_db_role_setting join pg_database on setdatabase = pg_database.oid
       where datname = current_database() and setrole = 0 and setconfig @> array[''plan_cache_mode=force_custom_plan'']')
    where result <> '1'`.execute(db);
  return [
    ...apart.map(({ name }) => `${name} is not distributed together with the votes.`),
    ...(delegated.length < 2 ? ["A function that stores votes is not called on the survey's server."] : []),
    ...growing.map(
      ({ nodename, nodeport }) =>
        `On ${nodename}:${nodeport} the database's plan_cache_mode is not force_custom_plan, so connections take ever more memory: run npm run distribute.`,
    ),
    ...unguarded.map(({ shardid, result }) => `Shard ${shardid} of the votes has only ${result}.`),
  ];
}

/**
 * The triggers for each row and the unique indexes of a shard that are in force. The trigger that rejects truncating
 * the table is on the coordinator. Citus replaces %1$s by the shard's name.
 */
const guards = `select concat(
  (select count(*) from pg_trigger where tgrelid = '%1$s'::regclass and not tgisinternal and tgtype & 1 = 1 and tgenabled in ('O', 'A')), ' triggers, ',
  (select count(*) from pg_index where indrelid = '%1$s'::regclass and indisunique and indisvalid), ' unique indexes')`;
