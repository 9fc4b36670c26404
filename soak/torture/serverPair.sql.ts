import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Postgres, startPostgres } from "../../tools/test/postgres.ts";

/** A PostgreSQL server and its standby, with synchronous replication: a commit is acknowledged when both have it. */
export interface ServerPair {
  /** Names both servers. */
  url: string;
  /**
   * Kills the primary by SIGKILL, promotes the standby after `downMs`, and resolves when the standby accepts writes.
   */
  failOver(downMs: number): Promise<void>;
  /** If a server was killed, replaces it with a standby of the other one. */
  complete(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPair(): Promise<ServerPair> {
  let primary = await startPostgres({ own: true });
  const ports = [portOf(primary)];
  let standby: Postgres | null = await startStandby(primary);
  ports.push(portOf(standby));
  return {
    url: primary.url.replace(/@[^/]+/, `@${ports.map((port) => `127.0.0.1:${port}`).join()}`),
    async failOver(downMs) {
      if (!standby) throw new Error("There is no standby");
      await primary.kill?.();
      await sleep(downMs);
      await query(standby.url, "select pg_promote(true, 60)");
      [primary, standby] = [standby, null];
    },
    async complete() {
      const missing = ports.find((port) => port !== portOf(primary));
      standby ??= await startStandby(primary, missing);
    },
    async stop() {
      await standby?.stop();
      await primary.stop();
    },
  };
}

const portOf = ({ url }: Postgres) => Number(new URL(url).port);

async function startStandby({ url }: Postgres, port?: number): Promise<Postgres> {
  const standby = await startPostgres({ own: true, standbyOf: url, ...(port !== undefined && { port }) });
  await query(standby.url, "select 1");
  await query(url, "alter system set synchronous_standby_names = '*'");
  await query(url, "select pg_reload_conf()");
  while ((await query(url, "select 1 from pg_stat_replication where sync_state = 'sync'")) === 0) await sleep(20);
  return standby;
}

/** @returns the number of rows */
async function query(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
