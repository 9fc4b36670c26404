import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { createUsersOfEveryRole, makePerson } from "../../testing/people.ts";
import { openTcpProxy, type TcpProxy } from "../../testing/tcpProxy.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { createPrimary, serverUrls } from "./primary.ts";

test("DATABASE_URL may name several servers; only one that accepts writes is used", () => {
  const rest = "app?target_session_attrs=read-write&sslmode=require";
  const several = `postgres://user:p%40ss@first:5432,[::1]:5433/${rest}`;
  expect(serverUrls(several)).toEqual([
    `postgres://user:p%40ss@first:5432/${rest}`,
    `postgres://user:p%40ss@[::1]:5433/${rest}`,
  ]);
  for (const one of ["postgres://localhost/app", "postgres:///app?host=/run/postgresql"])
    expect(serverUrls(one)).toEqual([one]);
  expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several);
  for (const wrong of ["postgres://a,b:x/app", "postgres://a,b/app?target_session_attrs=any", "mysql://a,b/app"])
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow("DATABASE_URL must be a postgres:// URL");
  const production = { NODE_ENV: "production", PUBLIC_URL: "https://survey.example" };
  expect(() => readConfig({ ...production, DATABASE_URL: "postgres://app:changeme@a,b/app" })).toThrow(
    "DATABASE_URL contains an example password",
  );
});

describe.runIf(inject("engine") === "postgres")("with two servers", () => {
  let t: TestApp;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  let survey: string;
  let [first, second]: (TcpProxy | undefined)[] = [];
  let own: string;

  beforeAll(async () => {
    t = await testApp({}, {}, async (databaseUrl) => {
      own = databaseUrl;
      // Both lead to the same database; cutting a proxy simulates a server that is gone.
      [first, second] = await Promise.all([openTcpProxy(databaseUrl), openTcpProxy(databaseUrl)]);
      second.cut("refusing");
      const { host } = new URL(second.url);
      return first.url.replace(/(@[^/]+)/, `$1,${host}`);
    });
    people = await createUsersOfEveryRole(t.database, t.tokens);
    survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  });
  afterAll(async () => {
    first?.cut("open");
    await t.close();
    first?.close();
    second?.close();
  });

  const total = async () => (await t.request(surveys.getSurveyResults, { params: { id: survey } })).totalVotes;

  test.each([
    ["first", "frozen"],
    ["second", "silent"],
    ["first", "refusing"],
  ] as const)("votes are stored by the other one when the %s one is %s, without a restart", async (which, how) => {
    const [gone, other] = which === "first" ? [first, second] : [second, first];
    const before = await total();
    const as = await makePerson(t.database, t.tokens);
    other?.cut("open");
    gone?.cut(how);
    const cast = () => t.send(votes.castVote, { as, body: { SurveyID: survey, vote: 1 } });
    await expect.poll(async () => (await cast()).statusCode).toBe(200);
    await expect.poll(total).toBe(before + 1);
    expect((await t.app.inject({ url: "/readyz" })).statusCode).toBe(200);
  });

  test("a standby isn't used, not even without a primary", async () => {
    const client = new pg.Client({ connectionString: own });
    await client.connect();
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    const name = rows[0]?.name ?? "";
    const here = new URL(own).host;
    const primary = createPrimary(own.replace(here, `127.0.0.1:1,${here}`));
    expect(await primary.find()).toBe(own);
    try {
      await client.query(`alter database "${name}" set default_transaction_read_only = on`);
      await expect(primary.find()).resolves.toBe(own);
      primary.forget(own);
      await expect(primary.find()).rejects.toMatchObject({ code: "57P03" });
    } finally {
      await client.query(`alter database "${name}" reset default_transaction_read_only`);
      await client.end();
    }
    await expect.poll(() => primary.find().catch(() => "none")).toBe(own);
  });

  test("transactions see other transactions' commits, even where the database's default isolation is stricter", async () => {
    const client = new pg.Client({ connectionString: own });
    await client.connect();
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    const name = rows[0]?.name ?? "";
    try {
      await client.query(`alter database "${name}" set default_transaction_isolation = 'serializable'`);
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      const isolation = sql<{ transaction_isolation: string }>`show transaction_isolation`;
      const shown = async () => (await isolation.execute(t.database.db)).rows[0]?.transaction_isolation;
      await expect.poll(() => shown().catch(() => "none")).toBe("read committed");
    } finally {
      await client.query(`alter database "${name}" reset default_transaction_isolation`);
      await client.end();
    }
  });

  test("a wrong database name is reported as such", async () => {
    const { host } = new URL(own);
    const wrong = createPrimary(`postgres://postgres@127.0.0.1:1,${host}/no-such-database`);
    await expect(wrong.find()).rejects.toMatchObject({ code: "3D000" });
  });
});

describe.runIf(inject("engine") === "postgres")("with one name for whichever server is the primary", () => {
  test("votes get 503 while it leads to a standby, and are stored again afterwards without a restart", async () => {
    let own = "";
    const t = await testApp({}, {}, async (databaseUrl) => {
      own = databaseUrl;
      return databaseUrl;
    });
    onTestFinished(() => t.close());
    const people = await createUsersOfEveryRole(t.database, t.tokens);
    const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const client = new pg.Client({ connectionString: own });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    const name = rows[0]?.name ?? "";
    const cast = () => t.send(votes.castVote, { as: people.user, body: { SurveyID: survey, vote: 1 } });
    await client.query(`alter database "${name}" set default_transaction_read_only = on`);
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const connected = sql`select 1`;
    await expect
      .poll(() =>
        connected.execute(t.database.db).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect((await cast()).statusCode).toBe(503);
    await client.query(`alter database "${name}" reset default_transaction_read_only`);
    await expect.poll(async () => (await cast()).statusCode).toBe(200);
  });
});
