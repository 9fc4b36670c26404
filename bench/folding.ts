import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { MainDatabase } from "../server/database/database.ts";
import { migrate, migrationNames } from "../server/database/migrate.ts";
import { encodeFormerTerm } from "../server/database/searchText.ts";
import { foldStoredTexts } from "../server/ops/foldedTexts.sql.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { listUsers } from "../server/users/users.sql.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { createDatabase } from "./population.sql.ts";
import { median } from "./rounds.ts";

/**
 * `node bench/folding.ts [sqlite|postgres] [users] [surveys]`: what version 1.0 has stored is migrated and folded for searching. Prints how
 * long that takes, the sizes of texts and indexes before and after, and how long a search for users takes. The names and
 * questions are of nine languages.
 */
const [engine = "sqlite", users = "100000", surveys = "20000"] = process.argv.slice(2);
const MIGRATION = "0023-folded-texts";
const CHUNK = 100;
const ROUNDS = 7;
const BEGAN = 1_700_000_000_000;
const FIRST_NAMES = [
  ..."Anna Bob Mary John Peter Jürgen Zoë Łukasz Søren Ángel François Işıl Nguyễn Đặng Άννα Мария محمد أحمد".split(" "),
];
const LAST_NAMES = [
  ..."Smith Jones Miller Brown Schmidt Müller Kowalski García Öztürk Hansen Lefèvre Ионов".split(" "),
];
const SEARCHES = ["miller 77", "Müller 777", "an", "u7777@"];

const postgres = engine === "postgres" ? await startPostgres() : undefined;
const dataDir = mkdtempSync(join(tmpdir(), "survey-app-folding-"));
const databaseUrl = postgres ? await createDatabase(postgres.url, "folding") : null;
const database = openDatabase({ dataDir, databaseUrl });
try {
  await migrate(
    database,
    migrationNames.filter((name) => name < MIGRATION),
  );
  await fill(database);
  await printSizes("as 1.0 stored it");
  await timed(`migration ${MIGRATION}`, () => migrate(database));
  await timed("folding what is stored", () => foldStoredTexts(database));
  await printSizes("folded");
  for (const q of SEARCHES) {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      await listUsers(database, { q, limit: 50 });
      took.push(performance.now() - began);
    }
    console.log(`a search for users, ${JSON.stringify(q)}: ${median(took).toFixed(1)} ms`);
  }
} finally {
  await database.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true });
}

/** Sentences of the catalogs in all languages. */
function readSentences(): string[] {
  const folder = join(import.meta.dirname, "../texts");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("Texts.json"),
  );
  const texts = files.flatMap((name) => Object.values(JSON.parse(readFileSync(join(folder, name), "utf8")) as object));
  return texts.filter((text): text is string => typeof text === "string" && text.length > 20 && text.length < 200);
}

async function fill({ db, dialect }: MainDatabase): Promise<void> {
  const random = randomFrom(1);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  const idOf = (number: number) => uuidv7({ msecs: BEGAN + number });
  for (let from = 0; from < Number(users); from += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, index) => ({
      id: idOf(from + index),
      name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)} ${from + index}`,
      email: `u${from + index}@example.org`,
      at: BEGAN + from + index,
    }));
    await sql`insert into users (id, name, email, email_verified, created_at, updated_at)
      select id, name, email, 1, at, at
      from ${dialect.rows(rows, { id: "text", name: "text", email: "text", at: "bigint" })}`.execute(db);
  }
  const { id: owner } = await db.selectFrom("users").select("id").limit(1).executeTakeFirstOrThrow();
  const sentences = readSentences();
  for (let from = 0; from < Number(surveys); from += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, index) => {
      const [title, description] = [pick(sentences), pick(sentences)];
      const text = `  ${encodeFormerTerm(`${title}\n${description}`)}`;
      return { id: idOf(from + index), title, description, text, at: BEGAN + from + index };
    });
    const columns = { id: "text", title: "text", description: "text", text: "text", at: "bigint" } as const;
    await sql`insert into surveys (id, owner_id, title, description, category, image, status, starts_at, created_at,
        updated_at, first_published_at, search_text)
      select id, ${owner}, title, description, 'Food Preparation', '', ${sql.lit(PUBLISHED)}, at, at, at, at, text
      from ${dialect.rows(rows, columns)}`.execute(db);
  }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Sizes in kB, of indexes that were built or merged at once. */
async function printSizes(when: string): Promise<void> {
  const { db } = database;
  if (engine === "postgres")
    for (const table of ["survey_listings", "users"]) await sql`reindex table ${sql.table(table)}`.execute(db);
  else await sql`insert into survey_trigrams (survey_trigrams) values ('optimize')`.execute(db);
  const { rows } =
    engine === "postgres"
      ? await sql<{ name: string; kb: number }>`
          select relname as name, pg_relation_size(oid) / 1024 as kb from pg_class
          where relname in ('listings_text', 'listings_unfolded') or relname ~ '^users_(text|by|unfolded)'`.execute(db)
      : await sql<{ name: string; kb: number }>`
          select name, sum(pgsize) / 1024 as kb from dbstat
          where name in ('survey_trigrams_data', 'listings_unfolded') or name glob 'users_[btu]*' group by name`.execute(
          db,
        );
  const texts = await sql<{ kb: number }>`select sum(length(search_text)) / 1024 as kb from survey_listings`.execute(
    db,
  );
  const sizes = [...rows, { name: "encoded texts", kb: texts.rows[0]?.kb }];
  console.log(`${when}, in kB: ${sizes.map(({ name, kb }) => `${name} ${kb}`).join(", ")}`);
}
