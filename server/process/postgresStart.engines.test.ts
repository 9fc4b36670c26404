import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { makeAuthority } from "../testing/certificates.ts";
import { failureOfStart } from "../testing/failureOfStart.ts";
import { hasPgBouncer, type ProvidedPostgres, startProvidedPostgres } from "../testing/providedPostgres.ts";
import { openDatabase } from "./openDatabase.ts";

const authority = makeAuthority();

describe.runIf(inject("engine") === "postgres")("the start with a PostgreSQL server as providers set it up", () => {
  let server: ProvidedPostgres;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
    server = await startProvidedPostgres(folder, authority);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const { urlOf, write } = {
    urlOf: (parts: Parameters<ProvidedPostgres["urlOf"]>[0]) => server.urlOf(parts),
    write: (name: string, text: string) => server.write(name, text),
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

  test("with two servers the reason is told, too, and for each server why it doesn't accept writes", async () => {
    const hosts = `127.0.0.1:1,127.0.0.1`;
    expect(await failure(urlOf({ host: hosts, query: "?sslmode=verify-full" }))).toMatch(
      /^The database's certificate is from an authority that is not trusted/,
    );
    await server.admin.query("alter database foreign_owner set default_transaction_read_only = on");
    expect(await failure(urlOf({ host: hosts, database: "foreign_owner" }))).toMatch(
      /^No server of DATABASE_URL accepts writes \(127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: a standby\)/,
    );
    expect(await failure(urlOf({ database: "foreign_owner", user: "postgres" }))).toMatch(
      /^The database server at DATABASE_URL is a standby, or read-only/,
    );
    await server.admin.query("alter database foreign_owner reset default_transaction_read_only");
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
    await server.offerTls("off");
    expect(await failure(urlOf({ query: "?sslmode=require" }))).toMatch(/^The database server doesn't offer TLS/);
    await server.offerTls("on");
    await server.admin.query("alter role app connection limit 0");
    expect(await failure(urlOf({}))).toMatch(/^The database has no free connection \(.+\): lower DATABASE_CONNECTIONS/);
    await server.admin.query("alter role app connection limit -1");
  });

  describe.runIf(hasPgBouncer())("behind PgBouncer, where Debian's package pgbouncer is installed", () => {
    async function startPgBouncer(ignored: string): Promise<string> {
      const { url, stop } = await server.startPgBouncer(ignored);
      onTestFinished(stop);
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
