import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { findCallers, renewSession } from "../session/session.sql.ts";
import { failureSentence } from "../startFailure.ts";
import { listAll, listPublished } from "../surveys/listSurveys.sql.ts";
import { emptyDatabase } from "../testing/freshDatabase.ts";
import { findBrokenChains } from "../votes/verifyChains.sql.ts";
import { storeBallots } from "../votes/votes.sql.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate, migrateTo } from "./migrate.ts";
import { foundation } from "./migrations/0001-foundation.ts";
import { accounts } from "./migrations/0002-accounts.ts";
import { memberships } from "./migrations/0003-memberships.ts";
import { votesBySurvey } from "./migrations/0004-votes-by-survey.ts";
import type { AuthInstant } from "./tables.ts";

/** Every migration that was written has its file. */
const written = readdirSync(join(import.meta.dirname, "migrations"))
  .map((file) => basename(file, ".ts"))
  .sort();

const migrationsOf = async ({ db }: Database) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

test("instances that start together on an empty database migrate it once, and all start", async () => {
  const empty = await emptyDatabase();
  try {
    // Threads, because a connection to SQLite waits for others without letting them go on in its own.
    const exits = await Promise.all(Array.from({ length: 4 }, () => migrateElsewhere(empty)));
    expect(exits).toEqual([0, 0, 0, 0]);
    const database = openDatabase(empty);
    expect(await migrationsOf(database)).toEqual(written);
    expect(await database.db.selectFrom("votes").selectAll().execute()).toEqual([]);
    await database.close();
  } finally {
    await empty.remove();
  }
});

/** @returns the thread's exit code, or what it failed of */
function migrateElsewhere(options: { databaseUrl: string | null; dataDir: string }): Promise<unknown> {
  const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
  const code = `
    (async () => {
      const { openDatabase } = await import(${module("database.ts")});
      const { migrate } = await import(${module("migrate.ts")});
      const database = openDatabase(${JSON.stringify(options)});
      await migrate(database);
      await database.close();
    })();`;
  return new Promise((resolve) =>
    new Worker(code, { eval: true, execArgv: [] }).once("error", resolve).once("exit", resolve),
  );
}

test("a version goes on where the one after it has been, and nowhere else", async () => {
  const used = await emptyDatabase();
  const database = openDatabase(used);
  const applied = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      database.db,
    );
  try {
    await migrate(database);
    await applied("9999-later");
    await migrate(database);
    expect(await migrationsOf(database)).toEqual([...written, "9999-later"]);
    await applied("0000-nobodys");
    await expect(migrate(database)).rejects.toThrow(/corrupted migrations/);
  } finally {
    await database.close();
    await used.remove();
  }
});

test("another program's database is left alone, and said to be one", async () => {
  const others = await emptyDatabase();
  const database = openDatabase(others);
  try {
    await sql`create table users (name text)`.execute(database.db);
    const failure = await migrate(database).catch((error: unknown) => error);
    expect(failureSentence(failure)).toMatch(/^The database [^\n]+"users"? already exists\): [^\n]*DATA_DIR/);
    expect(await sql`select * from users`.execute(database.db)).toMatchObject({ rows: [] });
  } finally {
    await database.close();
    await others.remove();
  }
});

test("migrating what is migrated changes nothing", async () => {
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  try {
    await migrate(database);
    await migrate(database);
    expect(await migrationsOf(database)).toEqual(written);
  } finally {
    await database.close();
    await empty.remove();
  }
});

const BEFORE_SEARCH = { "0001-foundation": foundation, "0002-accounts": accounts, "0003-memberships": memberships };
const BEFORE_LEDGER = { ...BEFORE_SEARCH, "0004-votes-by-survey": votesBySurvey };

/** A database as a release before catalogue and search left it, with surveys in it. */
async function fillOldRelease({ db, dialect }: Database, titles: string[], old = BEFORE_SEARCH): Promise<void> {
  const getMigrations = async () =>
    Object.fromEntries(
      Object.entries(old).map(([name, up]) => [name, { up: (trx: Kysely<never>) => up(trx, dialect) }]),
    );
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error) throw error;
  const now = Date.now();
  const at = dialect.authInstant(now);
  const owner = { id: "owner", name: "O", email: "o@example.org", email_verified: dialect.authBoolean(true) };
  await db
    .insertInto("users")
    .values({ ...owner, photo_url: null, created_at: at, updated_at: at })
    .execute();
  const surveys = titles.map((title, index) => ({
    id: uuidv7({ msecs: now + index }),
    owner_id: "owner",
    title,
    description: "",
    category: "Cleaning Tools",
    image: "https://example.org/p.webp",
    status: index % 2 ? WAITING : PUBLISHED,
    starts_at: now,
    ends_at: null,
    created_at: now,
    updated_at: now,
    search_text: title.toLowerCase(),
    open_reports: index === 0 ? 1 : 0,
  }));
  await db.insertInto("surveys").values(surveys).execute();
}

test("surveys of an older release are counted, sorted and found after migrating", async () => {
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  try {
    await fillOldRelease(database, ["Größe XL?", "Waiting?", "A mixer?", "Waiting too?", "日本語?"]);
    await migrate(database);
    const listed = async (q: string) => {
      const query = { category: "none" as const, q, limit: 24, sort: undefined, by: undefined, cursor: undefined };
      const { rows, total } = await listPublished(database, query, null);
      return [total, ...rows.map(({ Title }) => Title)];
    };
    expect(await listed("")).toEqual([3, "日本語?", "A mixer?", "Größe XL?"]);
    expect(await listed("größe")).toEqual([1, "Größe XL?"]);
    expect(await listed("本語")).toEqual([1, "日本語?"]);
    const admin = { storedRole: "admin" } as Parameters<typeof listAll>[2];
    const all = await listAll(database, { q: "", limit: 24 }, admin);
    expect(all.rows.map(({ Title }) => Title)).toEqual([
      "Größe XL?",
      "Waiting too?",
      "Waiting?",
      "日本語?",
      "A mixer?",
    ]);
  } finally {
    await database.close();
    await empty.remove();
  }
});

test("votes of an older release are chained by their age, survey by survey, and new ones follow them", async () => {
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  const { db } = database;
  try {
    await fillOldRelease(
      database,
      ["Many votes?", "Waiting?", "A few votes?", "Also waiting?", "No votes?"],
      BEFORE_LEDGER,
    );
    const { rows: surveys } = await sql<{
      id: string;
    }>`select id from surveys where status = ${PUBLISHED} order by id`.execute(db);
    const ids = surveys.map(({ id }) => id);
    // More than are chained at a time.
    const votes = [2500, 3, 0];
    for (const [index, count] of votes.entries()) {
      await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
        insert into votes (survey_id, user_id, id, choice, comment, created_at)
        select cast(${ids[index]} as text), 'voter-' || n, 'vote-' || (100000 - n), n % 2, '', 1700000000000 - cast(n as bigint) * 3600000
        from numbers where n <= ${sql.lit(count)}`.execute(db);
      await sql`update surveys set total_votes = ${count}, yes_votes = ${Math.ceil(count / 2)} where id = ${ids[index]}`.execute(
        db,
      );
    }
    await migrate(database);
    expect(await findBrokenChains(database)).toEqual([]);
    const first = db
      .selectFrom("votes")
      .select(["n", "id", "user_id"])
      .where("survey_id", "=", ids[0] ?? "")
      .orderBy("n");
    expect(await first.limit(1).executeTakeFirst()).toEqual({ n: 1, id: "vote-97500", user_id: "voter-2500" });
    const outcomes = await storeBallots(
      database,
      ids.map((surveyId) => ({ id: uuidv7(), surveyId, userId: "new", choice: 1, comment: "", report: "" })),
    );
    expect(outcomes.map((outcome) => "receipt" in outcome && outcome.receipt.split("-")[0])).toEqual([
      "2501",
      "4",
      "1",
    ]);
    expect(await findBrokenChains(database)).toEqual([]);
  } finally {
    await database.close();
    await empty.remove();
  }
});

test("sessions of an older release live on, and what it does beside a newer one marks them for renewal", async () => {
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  const { db, dialect } = database;
  const [now, later] = [0, 3600_000].map((ms) => dialect.authInstant(Date.now() + ms)) as [AuthInstant, AuthInstant];
  /** As the older release writes them. */
  const signIn = (id: string) =>
    db
      .insertInto("sessions")
      .values({ id, token: id, user_id: "u", expires_at: later, created_at: now, updated_at: now, ...from })
      .execute();
  const from = { ip_address: null, user_agent: null };
  try {
    await migrateTo(database, "0009-audit-log");
    const user = { id: "u", name: "U", email: "u@example.org", email_verified: dialect.authBoolean(true) };
    await db
      .insertInto("users")
      .values({ ...user, photo_url: null, created_at: now, updated_at: now })
      .execute();
    await signIn("before");
    await migrate(database);
    await signIn("beside");
    expect([...(await findCallers(database, ["before", "beside"])).keys()].sort()).toEqual(["before", "beside"]);
    expect(await renewSession(database, "before")).toBeNull();
    await db.updateTable("users").set({ role: "surveyor" }).where("id", "=", "u").execute();
    for (const id of ["before", "beside"])
      expect(await renewSession(database, id)).toMatchObject({ token: expect.any(String) });
  } finally {
    await database.close();
    await empty.remove();
  }
});
