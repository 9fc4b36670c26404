import { partOfAddress } from "@survey-app/contract/text/emailAddress.ts";
import { sql } from "kysely";
import { foldedText } from "../database/containing.ts";
import type { Database } from "../database/database.ts";
import { formsOf } from "../database/foldText.ts";

/**
 * The most trigrams of a form that are looked up: eight are selective, and what they find is compared with the whole
 * text.
 */
const TRIGRAMS_MAX = 8;

/**
 * Finds users in the text index whose name or address can contain a text. The index doesn't have parts of one or two
 * characters: a text of two is only found at the beginning of a word, and on SQLite a single character only at the
 * beginning of a name or address.
 * @returns their ids; null if there are more than `most`, or the index can't find the text
 */
export async function findUsersByText(database: Database, q: string, most: number): Promise<string[] | null> {
  const forms = [...new Set([q, partOfAddress(q)].flatMap(formsOf))];
  const find = database.dialect.engine === "sqlite" ? findOnSqlite : findOnPostgres;
  const ids = await find(database, forms, most + 1);
  return ids && ids.length <= most ? ids : null;
}

type Find = (database: Database, forms: readonly string[], limit: number) => Promise<string[] | null>;

/**
 * `user_trigrams` (migrations/0047-user-search.ts) has two spaces before a name and an address, and finds single
 * characters after them.
 */
const findOnSqlite: Find = async ({ db }, forms, limit) => {
  const terms = forms.map(
    (form) =>
      `(${gramsOf([...form])
        .map(quote)
        .join(" AND ")})`,
  );
  const { rows } = await sql<{ id: string }>`
    select user_id as id
    from (select rowid as found from user_trigrams where user_trigrams match ${terms.join(" OR ")} limit ${limit})
    cross join user_numbers on row_number = found`.execute(db);
  return rows.map(({ id }) => id);
};

/** Trigrams of characters, also of those that JavaScript stores as two; of fewer than three after spaces. */
function gramsOf(characters: readonly string[]): string[] {
  const padded = [...Array<string>(Math.max(0, 3 - characters.length)).fill(" "), ...characters];
  const grams = padded.slice(2).map((last, index) => `${padded[index]}${padded[index + 1]}${last}`);
  return [...new Set(grams)].slice(0, TRIGRAMS_MAX);
}

/** Within quotes FTS5 interprets no operators. */
const quote = (gram: string) => `"${gram.replaceAll('"', '""')}"`;

/** Three letters or digits in a row, or two beside something else: the parts of a text in the index `users_text`. */
const INDEXED = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
/** It also has the beginnings of words. */
const INDEXED_BEGINNING = /^[\p{L}\p{N}]+$/u;

const findOnPostgres: Find = async ({ db, dialect }, forms, limit) => {
  if (!forms.every((form) => (isShort(form) ? INDEXED_BEGINNING : INDEXED).test(form))) return null;
  const columns = [foldedText({ dialect }, "users.name"), sql.ref("users.email")];
  const conditions = columns.flatMap((column) =>
    forms.flatMap(patternsOf).map((pattern) => sql`${column} like ${pattern}`),
  );
  // Materialized, so that the planner doesn't choose a scan of all users.
  const { rows } = await sql<{ id: string }>`
    with matching as materialized (select id from users where ${sql.join(conditions, sql` or `)})
    select id from matching limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

const isShort = (form: string) => [...form].length < 3;

function patternsOf(form: string): string[] {
  const escaped = form.replaceAll(/[\\%_]/g, "\\$&");
  return isShort(form) ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`];
}
