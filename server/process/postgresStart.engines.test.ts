import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "@survey-app/contract/time.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { freePort } from "../../tools/port.ts";
import { type Postgres, startPostgres } from "../../tools/test/postgres.ts";
import { migrate } from "../database/migrate.ts";
import { makeAuthority } from "../testing/certificates.ts";
import { failureOfStart } from "../testing/failureOfStart.ts";
import { openDatabase } from "./openDatabase.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";
const authority = makeAuthority();

describe.runIf(inject("engine") === "postgres")("the start with a PostgreSQL server as providers set it up", () => {
  let server: Postgres;
  let folder: string;
  let admin: pg.Client;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
    server = await startPostgres({ own: true, durable: false });
    const { dataDir = "" } = server;
    const { uid, gid } = statSync(dataDir);
    const { cert, key } = authority.issue({ dns: "db.provider.example", ip: "127.0.0.1" }, Date.now() + DAY_MS);
    for (const [name, text] of Object.entries({ "server.crt": cert, "server.key": key })) {
      writeFileSync(join(dataDir, name), text, { mode: 0o600 });
      if (userInfo().uid === 0) chownSync(join(dataDir, name), uid, gid);
    }
    admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await offerTls("on");
    await admin.query("create role app login");
    await admin.query("create database latin encoding 'LATIN1' template template0 locale 'C'");
    await admin.query("create database foreign_owner");
    await admin.query("create database app_db owner app");
  });
  afterAll(async () => {
    await admin.end();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  async function offerTls(value: "on" | "off"): Promise<void> {
    await admin.query(`alter system set ssl = ${value}`);
    await admin.query("select pg_reload_conf()");
    while ((await admin.query("show ssl")).rows[0].ssl !== value) await sleep(20);
  }
  const port = () => new URL(server.url).port;
  const urlOf = ({ user = "app", host = "127.0.0.1", database = "app_db", query = "" }) =>
    `postgres://${user}@${host}:${port()}/${database}${query}`;
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const failure = (url: string) => failureOfStart({ DATA_DIR: join(folder, "data"), DATABASE_URL: url });
  const trusting = (file: string) => `?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
  /** Connects as the server does at its start, and creates the tables. */
  async function connectAndMigrate(databaseUrl: string): Promise<void> {
    const database = openDatabase({ databaseUrl, dataDir: "" });
    await migrate(database).finally(database.close);
  }

  test.each(["require", "verify-full"])("sslmode=%s without the provider's CA names sslrootcert", async (mode) => {
    expect(await failure(urlOf({ query: `?sslmode=${mode}` }))).toMatch(
      /^The database's certificate is from an authority that is not trusted: .+sslmode=verify-full&sslrootcert=/,
    );
  });

  test("another authority's CA, a missing file and one without certificates are named", async () => {
    expect(await failure(urlOf({ query: trusting(write("other.pem", makeAuthority("Other").cert)) }))).toMatch(
      /^The database's certificate is from an authority that is not trusted/,
    );
    for (const file of [join(folder, "missing.pem"), folder, write("empty.pem", "no certificate")])
      expect(await failure(urlOf({ query: trusting(file) }))).toMatch(
        /^DATABASE_URL names a file that can't be read: sslrootcert must be/,
      );
  });

  test("a certificate for another name is told, and the right name works", async () => {
    const ca = write("ca.pem", authority.cert);
    expect(await failure(urlOf({ host: "localhost", query: trusting(ca) }))).toMatch(
      /^The database's certificate is for another name \(.*localhost.*db\.provider\.example.*\): use a name in DATABASE_URL/,
    );
    await connectAndMigrate(urlOf({ query: trusting(ca) }));
  });

  test("with two servers the reason is told too, and of each why it accepts no writes", async () => {
    const hosts = `127.0.0.1:1,127.0.0.1`;
    expect(await failure(urlOf({ host: hosts, query: "?sslmode=verify-full" }))).toMatch(
      /^The database's certificate is from an authority that is not trusted/,
    );
    await admin.query("alter database foreign_owner set default_transaction_read_only = on");
    expect(await failure(urlOf({ host: hosts, database: "foreign_owner" }))).toMatch(
      /^No server of DATABASE_URL accepts writes \(127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: a standby\)/,
    );
    expect(await failure(urlOf({ database: "foreign_owner", user: "postgres" }))).toMatch(
      /^The database server at DATABASE_URL is a standby, or read-only/,
    );
    await admin.query("alter database foreign_owner reset default_transaction_read_only");
  });

  test("a user without rights on the schema public is told which", async () => {
    expect(await failure(urlOf({ database: "foreign_owner" }))).toMatch(
      /^The database's user can't create tables in the schema public \(.+\): make it the owner .+ create on schema public/,
    );
  });

  test("a user who can't create the extension of the search is told what to do", async () => {
    const owner = new pg.Client({ connectionString: urlOf({ database: "foreign_owner", user: "postgres" }) });
    await owner.connect();
    await owner.query("grant create on schema public to app");
    await owner.end();
    expect(await failure(urlOf({ database: "foreign_owner" }))).toMatch(
      /^The database's user can't create the extension pg_trgm \(.+\): make it the owner of the database, or create/,
    );
  });

  test("a database that is not UTF-8 is refused, before anything is stored in it", async () => {
    expect(await failure(urlOf({ database: "latin", user: "postgres" }))).toMatch(
      /^The database latin stores texts as LATIN1, not as UTF-8\. Create another one: create database .+ encoding 'UTF8'/,
    );
    const latin = new pg.Client({ connectionString: urlOf({ database: "latin", user: "postgres" }) });
    await latin.connect();
    const { rows } = await latin.query(
      "select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace",
    );
    await latin.end();
    expect(rows).toEqual([{ tables: 0 }]);
  });

  test("a server without TLS and one without free connections are told", async () => {
    await offerTls("off");
    expect(await failure(urlOf({ query: "?sslmode=require" }))).toMatch(/^The database server doesn't offer TLS/);
    await offerTls("on");
    await admin.query("alter role app connection limit 0");
    expect(await failure(urlOf({}))).toMatch(/^The database has no free connection \(.+\): lower DATABASE_CONNECTIONS/);
    await admin.query("alter role app connection limit -1");
  });

  describe.runIf(existsSync(PGBOUNCER))("behind PgBouncer", () => {
    /** Starts PgBouncer before the server. @param ignored the startup parameters that it ignores */
    async function startPgBouncer(ignored: string): Promise<string> {
      const listenPort = await freePort();
      const users = write(`users-${listenPort}.txt`, '"app" ""\n');
      const settings = write(
        `pgbouncer-${listenPort}.ini`,
        `[databases]
app_db = host=127.0.0.1 port=${port()} user=app
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = transaction
${ignored && `ignore_startup_parameters = ${ignored}`}
`,
      );
      const isRoot = userInfo().uid === 0;
      if (isRoot) {
        const { uid, gid } = statSync(server.dataDir ?? "");
        for (const file of [folder, users, settings]) chownSync(file, uid, gid);
      }
      const bouncer = spawn(PGBOUNCER, [settings], {
        stdio: "ignore",
        ...(isRoot && { uid: statSync(server.dataDir ?? "").uid }),
      });
      onTestFinished(async () => {
        const ended = once(bouncer, "exit");
        bouncer.kill("SIGKILL");
        await ended;
      });
      const url = `postgres://app@127.0.0.1:${listenPort}/app_db`;
      await expect
        .poll(async () => {
          const client = new pg.Client({ connectionString: url });
          return client.connect().then(
            () => client.end().then(() => "open"),
            (error: Error) => error.message,
          );
        })
        .toBe("open");
      return url;
    }

    test.each(["", "statement_timeout"])(
      "the setting that is missing is named where it ignores “%s”",
      async (ignored) => {
        expect(await failure(await startPgBouncer(ignored))).toMatch(
          /^PgBouncer rejects the connection \(.+\): set ignore_startup_parameters = statement_timeout, options in/,
        );
      },
    );

    test("the tables are created with the setting that the documentation names", async () => {
      await connectAndMigrate(await startPgBouncer("statement_timeout, options"));
    });
  });
});
