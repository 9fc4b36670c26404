import pg from "pg";
import { type Postgres, startPostgres } from "./postgres.ts";

/** A Citus coordinator and its workers: private servers on this machine. */
export interface Cluster {
  coordinator: Postgres;
  workers: Postgres[];
  stop(): Promise<void>;
}

/** Citus commits on several servers in two phases, and moves shards by logical replication. */
const SETTINGS = [
  "shared_preload_libraries=citus",
  "wal_level=logical",
  "max_prepared_transactions=200",
  "max_connections=500",
  "max_wal_senders=32",
  "max_replication_slots=32",
  "max_worker_processes=64",
  // These servers don't have certificates. A server whose packets vanish is given up within seconds instead of minutes.
  "citus.node_conninfo=sslmode=disable tcp_user_timeout=3000 keepalives_idle=5 keepalives_interval=1 keepalives_count=3",
  // Also one that accepts connections and stays silent.
  "citus.node_connection_timeout=2s",
];

/**
 * Starts a cluster.
 * @param settings further settings of each server, as `name=value`
 * @returns null if this machine's PostgreSQL doesn't have Citus
 */
export async function startCluster(
  workerCount: number,
  { durable = true, settings = [] }: { durable?: boolean; settings?: readonly string[] } = {},
): Promise<Cluster | null> {
  const start = () => startPostgres({ own: true, durable, settings: [...SETTINGS, ...settings] });
  const coordinator = await start().catch((error: Error) => {
    if (error.message.includes('could not access file "citus"')) return null;
    throw error;
  });
  if (!coordinator) return null;
  const workers = await Promise.all(Array.from({ length: workerCount }, start));
  return {
    coordinator,
    workers,
    stop: async () => void (await Promise.all([coordinator, ...workers].map((node) => node.stop()))),
  };
}

/** The URLs of a cluster's servers. */
export interface ClusterUrls {
  coordinator: string;
  workers: readonly string[];
}

/** Creates a database on every server, and adds the workers to it. @returns its URL on the coordinator */
export async function createClusterDatabase({ coordinator, workers }: ClusterUrls, name: string): Promise<string> {
  for (const server of [coordinator, ...workers]) await createNodeDatabase(server, name);
  const url = urlOf(coordinator, name);
  await run(url, `select citus_set_coordinator_host('127.0.0.1', ${new URL(url).port})`);
  await withClient(coordinator, async (lock) => {
    // Adding a worker writes the roles there, which all databases share: two at once fail with "tuple concurrently
    // updated".
    await lock.query("select pg_advisory_lock(20261123)");
    for (const worker of workers) await run(url, `select citus_add_node('127.0.0.1', ${new URL(worker).port})`);
  });
  return url;
}

/** Creates a database on a server that is, or will be, part of a cluster. */
export async function createNodeDatabase(server: string, name: string): Promise<void> {
  await run(server, `create database "${name}"`);
  await run(urlOf(server, name), "create extension citus");
}

export async function dropClusterDatabase({ coordinator, workers }: ClusterUrls, name: string): Promise<void> {
  for (const server of [coordinator, ...workers]) await run(server, `drop database "${name}" with (force)`);
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement));
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
