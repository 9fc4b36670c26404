import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import pg from "pg";
import { freePort } from "../../tools/port.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import type { TestAuthority } from "./certificates.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";
export const hasPgBouncer = () => existsSync(PGBOUNCER);

export type ProvidedPostgres = Awaited<ReturnType<typeof startProvidedPostgres>>;

/**
 * Starts a PostgreSQL server as providers set it up: with TLS by their own authority, and databases of several owners.
 * Its user `app` owns the database `app_db`, and neither `foreign_owner` nor `latin`, which is not UTF-8.
 * @param folder for files
 */
export async function startProvidedPostgres(folder: string, authority: TestAuthority) {
  const server = await startPostgres({ own: true, durable: false });
  const { dataDir = "" } = server;
  const { uid, gid } = statSync(dataDir);
  const isRoot = userInfo().uid === 0;
  /** Programs that don't run as root read the file as the server's user. */
  const give = (file: string) => isRoot && chownSync(file, uid, gid);
  const write = (name: string, text: string, directory = folder) => {
    const file = join(directory, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const { cert, key } = authority.issue({ dns: "db.provider.example", ip: "127.0.0.1" }, Date.now() + DAY_MS);
  for (const file of [write("server.crt", cert, dataDir), write("server.key", key, dataDir)]) give(file);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const { port } = new URL(server.url);

  async function offerTls(value: "on" | "off"): Promise<void> {
    await admin.query(value === "on" ? "alter system set ssl = on" : "alter system set ssl = off");
    await admin.query("select pg_reload_conf()");
    while ((await admin.query("show ssl")).rows[0].ssl !== value) await sleep(20);
  }

  await offerTls("on");
  await admin.query("create role app login");
  await admin.query("create database latin encoding 'LATIN1' template template0 locale 'C'");
  await admin.query("create database foreign_owner");
  await admin.query("create database app_db owner app");

  return {
    admin,
    offerTls,
    urlOf: ({ user = "app", host = "127.0.0.1", database = "app_db", query = "" }) =>
      `postgres://${user}@${host}:${port}/${database}${query}`,
    /** Writes a file into the folder. @returns its path */
    write: (name: string, text: string) => write(name, text),
    /** Starts PgBouncer before `app_db`. @param ignored the startup parameters that it ignores */
    async startPgBouncer(ignored: string): Promise<{ url: string; stop(): Promise<void> }> {
      const listenPort = await freePort();
      const settings = write(
        `pgbouncer-${listenPort}.ini`,
        `[databases]
app_db = host=127.0.0.1 port=${port} user=app
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${ignored && `ignore_startup_parameters = ${ignored}`}
`,
      );
      give(folder);
      give(settings);
      // Temporary folders are closed for other users.
      chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011);
      const bouncer = spawn(PGBOUNCER, [settings], { stdio: "ignore", ...(isRoot && { uid, gid }) });
      const url = `postgres://app@127.0.0.1:${listenPort}/app_db`;
      while (!(await accepts(url))) {
        if (bouncer.exitCode !== null) throw new Error("PgBouncer did not start");
        await sleep(20);
      }
      return {
        url,
        async stop() {
          const ended = once(bouncer, "exit");
          bouncer.kill("SIGKILL");
          await ended;
        },
      };
    },
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
