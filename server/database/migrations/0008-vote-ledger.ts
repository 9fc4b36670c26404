import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";
import { chainVotes } from "../voteChain.ts";

/** As migration 0004 says. */
const PARTITIONS = 16;

/** Votes that are chained at a time. */
const CHUNK = 2000;

interface OldVote {
  survey_id: string;
  user_id: string;
  id: string;
  choice: 0 | 1;
  comment: string;
  created_at: number;
}

/**
 * The votes table becomes a ledger (contract/ledger.ts): every vote has its place `n` within its survey, which takes
 * the place of the id in the key, and the hash of everything up to it. Votes that are there are chained in the order of
 * their ids. From here on the database itself refuses to delete votes, and to change more of them than the comment.
 */
export async function voteLedger(db: Kysely<never>, dialect: Dialect): Promise<void> {
  const isPostgres = dialect.engine === "postgres";
  await sql`alter table surveys add column ledger_head text not null default ''`.execute(db);
  await sql`alter table votes rename to old_votes`.execute(db);
  await sql`create table votes (
    survey_id text not null,
    n bigint not null,
    user_id text not null,
    id text not null,
    choice integer not null check (choice in (0, 1)),
    comment text not null,
    created_at bigint not null,
    hash text not null,
    primary key (survey_id, n)
  ) ${sql.raw(isPostgres ? "partition by hash (survey_id)" : "without rowid")}`.execute(db);
  for (let remainder = 0; isPostgres && remainder < PARTITIONS; remainder++) {
    await sql`alter table ${sql.ref(`votes_${remainder}`)} rename to ${sql.ref(`old_votes_${remainder}`)}`.execute(db);
    await sql`create table ${sql.ref(`votes_${remainder}`)} partition of votes
      for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(remainder)})`.execute(db);
  }
  await copyVotes(db, dialect);
  await sql`drop table old_votes`.execute(db);
  await sql`create unique index votes_one_each on votes (user_id, survey_id)`.execute(db);
  await sql`update surveys set ledger_head =
    (select hash from votes where survey_id = surveys.id order by n desc limit 1)
    where exists (select 1 from votes where survey_id = surveys.id)`.execute(db);
  for (const statement of isPostgres ? onPostgres : onSqlite) await statement.execute(db);
}

/** Survey by survey, the oldest vote of each first, some at a time. */
async function copyVotes(db: Kysely<never>, { rows }: Dialect): Promise<void> {
  const chain = chainVotes();
  let last = { survey_id: "", id: "" };
  for (;;) {
    const { rows: found } = await sql<OldVote>`
      select survey_id, user_id, id, choice, comment, created_at from old_votes
      where (survey_id, id) > (${last.survey_id}, ${last.id}) order by survey_id, id limit ${sql.lit(CHUNK)}`.execute(
      db,
    );
    const columns = {
      survey_id: "text",
      n: "bigint",
      user_id: "text",
      id: "text",
      choice: "bigint",
      comment: "text",
      created_at: "bigint",
      hash: "text",
    } as const;
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    await sql`insert into votes (${names}) select ${names} from ${rows(chain(found), columns)}`.execute(db);
    if (found.length < CHUNK) return;
    last = found.at(-1) ?? last;
  }
}

const REFUSAL = sql.lit("Votes are never deleted, and only their comments change");
const FIXED = sql.raw("survey_id, n, user_id, id, choice, created_at, hash");

const onSqlite = [
  sql`create trigger votes_stay before delete on votes begin select raise(abort, ${REFUSAL}); end`,
  sql`create trigger votes_stand before update of ${FIXED} on votes begin select raise(abort, ${REFUSAL}); end`,
];

const onPostgres = [
  sql`create function refuse_vote_change() returns trigger language plpgsql as $$
    begin raise exception ${REFUSAL}; end $$`,
  sql`create trigger votes_stay before delete or update of ${FIXED} on votes
    for each row execute function refuse_vote_change()`,
  sql`create trigger votes_not_emptied before truncate on votes
    for each statement execute function refuse_vote_change()`,
  // Over rows in their order: the hash of each and of the hash before it, which for the first one is `start`.
  sql`create function next_hash(before text, start text, line text) returns text
    language plpgsql immutable parallel safe as $$
    begin return encode(sha256(convert_to(coalesce(before, start) || line, 'UTF8')), 'hex'); end $$`,
  sql`create aggregate hash_chain(start text, line text) (sfunc = next_hash, stype = text)`,
];
