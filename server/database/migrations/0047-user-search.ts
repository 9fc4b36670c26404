import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Indexes names and addresses of users by their trigrams on SQLite, as `users_text` does on PostgreSQL since migration
 * 0023: an admin finds a user among a million without comparing all of them. The row ids of `users` may change with a
 * `vacuum`, so each user has a number of its own. Deleted texts disappear from the index immediately (`secure-delete`),
 * because they are personal.
 */
export async function indexUserTexts(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "sqlite") for (const statement of onSqlite) await statement.execute(db);
}

/**
 * The text that is indexed of a user: what `foldedText` in database/containing.ts compares, and the address. Two spaces
 * before each make the beginnings of both trigrams, so that terms of one and two letters find them. Nothing is found of
 * a deleted account.
 */
const textOf = (row: "new" | "old" | "users"): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql`case when ${column("status")} = 'Deleted' then ''
    else '  ' || coalesce(${column("folded")}, searchable(${column("name")})) || '  ' || coalesce(${column("email")}, '') end`;
};

const numberOf = (row: "new" | "old") =>
  sql`(select row_number from user_numbers where user_id = ${sql.ref(`${row}.id`)})`;

const removeOld = sql`insert into user_trigrams (user_trigrams, rowid, text)
  values ('delete', ${numberOf("old")}, ${textOf("old")})`;

const addNew = sql`insert into user_trigrams (rowid, text) values (${numberOf("new")}, ${textOf("new")})`;

const onSqlite = [
  sql`create table user_numbers (row_number integer primary key, user_id text not null unique references users (id))`,
  // Without positions, which a search doesn't need: what it finds is compared with the whole term.
  sql`create virtual table user_trigrams using fts5(
    text, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1'
  )`,
  sql`insert into user_trigrams (user_trigrams, rank) values ('secure-delete', 1)`,
  sql`insert into user_numbers (user_id) select id from users order by created_at, id`,
  sql`insert into user_trigrams (rowid, text)
    select row_number, ${textOf("users")} from user_numbers cross join users on users.id = user_id order by row_number`,
  sql`create trigger user_texts_added after insert on users begin
    insert into user_numbers (user_id) values (new.id);
    ${addNew};
  end`,
  sql`create trigger user_texts_changed after update of name, folded, email, status on users
    when ${textOf("new")} <> ${textOf("old")} begin
    ${removeOld};
    ${addNew};
  end`,
  // Before, because the number references the user.
  sql`create trigger user_texts_deleted before delete on users begin
    ${removeOld};
    delete from user_numbers where user_id = old.id;
  end`,
];
