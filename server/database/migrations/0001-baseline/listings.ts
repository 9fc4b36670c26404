import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/** The deadline of surveys that never end: `NEVER` of `surveys/listSurveys.sql.ts`. */
const NEVER = sql.lit(9_007_199_254_740_991);

/**
 * Creates the table with the columns that lists are filtered, sorted and searched by, except votes. It is separate from
 * `surveys`, whose `listed_votes` are refreshed every second: on PostgreSQL that rewrites the row in all indexes of the
 * table. Also creates the counts of surveys, so that lists don't have to count rows. Triggers maintain both tables;
 * votes don't fire them.
 */
export async function createListings(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("survey_counts")
    .addColumn("status", "integer", (c) => c.notNull())
    .addColumn("category", "text", (c) => c.notNull())
    .addColumn("surveys", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("survey_counts_one_each", ["status", "category"])
    .execute();
  for (const statement of engine === "sqlite" ? onSqlite : onPostgres) await statement.execute(db);

  const index = (name: string, columns: string[]) =>
    schema
      .createIndex(name)
      .on("survey_listings")
      .columns(columns as never[])
      .execute();
  await index("listings_newest", ["status", "survey_id"]);
  await index("listings_newest_in_category", ["status", "category", "survey_id"]);
  await index("listings_deadline", ["status", "deadline", "survey_id"]);
  await index("listings_deadline_in_category", ["status", "category", "deadline", "survey_id"]);
  // The few scheduled surveys, which lists don't count.
  await sql`create index listings_scheduled on survey_listings (appears_at) where appears_at > 0`.execute(db);
  await index("listings_attention", ["attention", "survey_id"]);
  await index("listings_attention_in_status", ["status", "attention", "survey_id"]);
}

/** How urgently a survey needs an admin: 2 has open reports, 1 awaits review, 0 neither. */
const attention = (row: string) =>
  sql.raw(
    `case when ${row}open_reports > 0 then 2 when ${row}status = 1 and ${row}sent_back_at is null then 1 else 0 end`,
  );

/** The status of published surveys that are not in public lists, in `survey_counts`. */
const UNLISTED = sql.lit(4);
const counted = (row: string) =>
  sql`case when ${sql.raw(row)}status = 2 and ${sql.raw(row)}listed = 0 then ${UNLISTED} else ${sql.raw(row)}status end`;

/** A survey's listing, in the order of the columns after the key. A survey that was closed early ended then. */
const entry = (row: string) =>
  sql`${sql.raw(`${row}status, ${row}category, ${row}appears_at, ${row}listed, coalesce(case when ${row}closed_by <> 'deadline' then ${row}closed_at end, ${row}ends_at, `)}${NEVER}), ${attention(row)}, ${sql.raw(`${row}search_text`)}`;

const moveCounts = sql`
  insert into survey_counts
    select status, category, sum(move) from (
      select ${counted("old.")} as status, old.category as category, -1 as move union all select ${counted("new.")}, new.category, 1
    ) as moves group by status, category having sum(move) <> 0
    -- Always in this order, so that transactions that move surveys in opposite directions can't deadlock.
    order by status, category
  on conflict (status, category) do update set surveys = survey_counts.surveys + excluded.surveys`;

const onPostgres = [
  // A trusted extension: any user with the CREATE privilege on the database may add it.
  sql`create extension if not exists pg_trgm`,
  sql`create table survey_listings (
    survey_id text primary key references surveys (id),
    status integer not null,
    category text not null,
    appears_at bigint not null,
    listed integer not null,
    deadline bigint not null,
    attention integer not null,
    search_text text not null
  )`,
  // Without GIN's pending list, which every search would have to scan.
  sql`create index listings_text on survey_listings using gin (search_text gin_trgm_ops) with (fastupdate = off)`,
  // The planner estimates from this many sampled texts whether this index or the list's order is faster.
  sql`alter table survey_listings alter column search_text set statistics 300`,
  sql`create function add_survey_listings() returns trigger language plpgsql as $$ begin
    insert into survey_listings select id, ${entry("")} from added;
    insert into survey_counts
      select ${counted("")}, category, count(*) from added group by 1, 2 order by 1, 2
    on conflict (status, category) do update set surveys = survey_counts.surveys + excluded.surveys;
    return null;
  end $$`,
  sql`create trigger surveys_added after insert on surveys
    referencing new table as added for each statement execute function add_survey_listings()`,
  sql`create function update_survey_listing() returns trigger language plpgsql as $$ begin
    update survey_listings set (status, category, appears_at, listed, deadline, attention, search_text) = (${entry("new.")})
    where survey_id = new.id
      and (status, category, appears_at, listed, deadline, attention, search_text) is distinct from (${entry("new.")});
    if (old.status, old.category, old.listed) is distinct from (new.status, new.category, new.listed) then
      ${moveCounts};
    end if;
    return null;
  end $$`,
  sql`create trigger surveys_changed after update of status, category, appears_at, listed, ends_at, closed_at, open_reports, sent_back_at, search_text on surveys
    for each row execute function update_survey_listing()`,
  sql`create function delete_survey_listing() returns trigger language plpgsql as $$ begin
    delete from survey_listings where survey_id = old.id;
    update survey_counts set surveys = surveys - 1 where status = ${counted("old.")} and category = old.category;
    return old;
  end $$`,
  // Before, because the listing references the survey.
  sql`create trigger surveys_deleted before delete on surveys
    for each row execute function delete_survey_listing()`,
];

/** The row numbers reserved for surveys created in the same millisecond. */
const ROWS_PER_MILLISECOND = sql.lit(32_768);

const onSqlite = [
  // FTS5 returns matches in the order of row ids. `row_number` is the row id and grows with the creation time, so the
  // newest can come first.
  sql`create table survey_listings (
    row_number integer primary key,
    survey_id text not null unique references surveys (id),
    status integer not null,
    category text not null,
    appears_at integer not null,
    listed integer not null,
    deadline integer not null,
    attention integer not null,
    search_text text not null
  )`,
  sql`create virtual table survey_trigrams using fts5(
    search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  )`,
  sql`create trigger survey_trigrams_added after insert on survey_listings begin
    insert into survey_trigrams (rowid, search_text) values (new.row_number, new.search_text);
  end`,
  sql`create trigger survey_trigrams_changed after update of search_text on survey_listings
    when new.search_text <> old.search_text begin
    delete from survey_trigrams where rowid = old.row_number;
    insert into survey_trigrams (rowid, search_text) values (new.row_number, new.search_text);
  end`,
  sql`create trigger surveys_added after insert on surveys begin
    insert into survey_listings values (
      coalesce(
        (select max(row_number) + 1 from survey_listings
          where row_number >= new.created_at * ${ROWS_PER_MILLISECOND} and row_number < (new.created_at + 1) * ${ROWS_PER_MILLISECOND}),
        new.created_at * ${ROWS_PER_MILLISECOND}
      ),
      new.id, ${entry("new.")}
    );
    insert into survey_counts values (${counted("new.")}, new.category, 1)
    on conflict (status, category) do update set surveys = surveys + 1;
  end`,
  sql`create trigger surveys_changed after update of status, category, appears_at, listed, ends_at, closed_at, open_reports, sent_back_at, search_text on surveys begin
    update survey_listings set (status, category, appears_at, listed, deadline, attention, search_text) = (${entry("new.")})
    where survey_id = new.id and (status, category, appears_at, listed, deadline, attention, search_text) is not (${entry("new.")});
    ${moveCounts};
  end`,
  sql`create trigger survey_trigrams_deleted after delete on survey_listings begin
    delete from survey_trigrams where rowid = old.row_number;
  end`,
  // Before, because the listing references the survey.
  sql`create trigger surveys_deleted before delete on surveys begin
    delete from survey_listings where survey_id = old.id;
    update survey_counts set surveys = surveys - 1 where status = ${counted("old.")} and category = old.category;
  end`,
];
