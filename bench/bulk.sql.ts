import { ledgerStart } from "@survey-app/contract/ballots/ledger.ts";
import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import { type RawBuilder, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { chainVotes, sha256 } from "../server/ballots/voteChain.ts";
import type { Database } from "../server/database/database.ts";
import { encodeForSearch } from "../server/database/searchText.ts";
import { RARE_WORD, sentence } from "./vocabulary.ts";

export interface Sizes {
  surveys: number;
  /** Votes on the hot survey. */
  votes: number;
  /** The average number of votes on the other surveys, roughly; 1 by default. Most have fewer, a few have 2,000. */
  others?: number;
}

/** Rows that the measurements refer to. */
export interface Bulk {
  hotSurveyId: string;
  /** The number of its votes. */
  hotVotes: number;
  /** Email of the surveyor of every tenth survey. */
  surveyor: string;
  /** The voter with the most votes: one on each survey that has any. */
  busiest: { id: string; email: string };
}

const DAY_MS = 24 * 3600_000;
/** The surveys' creation dates are spread over this time. */
const AGE_MS = 3 * 365 * DAY_MS;
/** The most votes on any other survey; the newest voters of the hot one cast them. */
const OTHERS_MAX = 2000;
/** The number of surveys of most surveyors. */
const OWN_SURVEYS = 50;
const RARE_HITS = 12;
/** One in this many voters has an email that fails again and again. */
const VOTERS_TO_A_FAILING_EMAIL = 10;
const SURVEY_CHUNK = 5000;
const VOTE_CHUNK = 20_000;

/** Ids that sort like their numbers; only digits, so that both engines can generate them. */
const digits = (number: string) => sql.raw(`substr(cast(1000000000000 + ${number} as text), 2)`);

/**
 * Fills a migrated database with surveys and votes, each vote of the hot survey by a different user: titles and names
 * with common and rare words, uneven votes, correct counters.
 */
export async function fillBulk(database: Database, sizes: Sizes): Promise<Bulk> {
  const restoreIndexes = await dropTextIndexes(database);
  const owners = Math.ceil(sizes.surveys / OWN_SURVEYS);
  const firstVoter = Math.max(0, sizes.votes - OTHERS_MAX);
  await addPeople(database, owners, "9", "surveyor");
  await addPeople(database, firstVoter + OTHERS_MAX, "8", "user");
  await addFailingEmails(database, Math.floor(sizes.votes / VOTERS_TO_A_FAILING_EMAIL));
  const hotSurveyId = await addSurveys(database, sizes, owners);
  await addVotes(database, sizes.votes, hotSurveyId);
  await addOtherVotes(database, firstVoter, hotSurveyId);
  await restoreIndexes();
  if (database.dialect.engine === "postgres") await bulky(database, sql`vacuum analyze`);
  const busiest = { id: voterId(firstVoter + 1), email: `8-${firstVoter + 1}@example.org` };
  return { hotSurveyId, hotVotes: sizes.votes, surveyor: "9-1@example.org", busiest };
}

/**
 * Runs statements on one connection without the server's timeout and without foreign keys, which would be looked up for
 * each vote. On PostgreSQL this also disables triggers, so do not use it for rows that triggers derive.
 */
async function bulky({ db, dialect }: Database, ...statements: RawBuilder<unknown>[]): Promise<void> {
  const [before, after] =
    dialect.engine === "sqlite"
      ? ["pragma foreign_keys = off", "pragma foreign_keys = on"]
      : [
          "set statement_timeout = 0; set session_replication_role = replica; set maintenance_work_mem = '1GB'",
          "reset all",
        ];
  await db.connection().execute(async (connection) => {
    await sql.raw(before).execute(connection);
    for (const statement of statements) await statement.execute(connection);
    await sql.raw(after).execute(connection);
  });
}

/**
 * Drops the text indexes: PostgreSQL builds them a hundred times faster at once.
 * @returns a function that creates them again
 */
async function dropTextIndexes(database: Database): Promise<() => Promise<void>> {
  if (database.dialect.engine === "sqlite") return async () => {};
  const names = ["listings_text", "users_text"];
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(name::regclass) as definition from unnest(${names}::text[]) as name`.execute(database.db);
  for (const name of names) await sql`drop index ${sql.ref(name)}`.execute(database.db);
  return () => bulky(database, ...rows.map(({ definition }) => sql.raw(definition)));
}

const numbers = (from: number, to: number) =>
  sql`with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})`;

/** Adds users who joined over the years, the last one now. A few of any number have the rare word in their names. */
async function addPeople(database: Database, count: number, kind: "8" | "9", role: string) {
  const now = Date.now();
  const [step, rare] = [Math.floor(AGE_MS / count), Math.ceil(count / RARE_HITS)];
  const insert = sql`
    ${numbers(1, count)}
    insert into users (id, name, email, email_verified, role, created_at, updated_at)
    select '00000000-0000-4000-${sql.raw(kind)}000-' || ${digits("n")},
      case when n % ${sql.lit(rare)} = 1 then ${sql.lit(RARE_WORD)} else 'Person' end || ' ' || n,
      '${sql.raw(kind)}-' || n || '@example.org', 1, ${sql.lit(role)}, ${sql.lit(now)} - (${sql.lit(count)} - n) * cast(${sql.lit(step)} as bigint),
      ${sql.lit(now)} from numbers`;
  await bulky(database, insert);
}

/** Adds emails to many people, whose next attempt is years away. */
async function addFailingEmails(database: Database, count: number) {
  if (count === 0) return;
  const insert = sql`
    ${numbers(1, count)}
    insert into outbox (id, kind, address, details, attempts, next_at, is_bulk)
    select 'failing-' || n, 'outcomes', '8-' || n || '@example.org', '{}', 5, ${sql.lit(Date.now() + AGE_MS)}, 1 from numbers`;
  await bulky(database, insert);
}

/** @returns the id of the hot survey */
async function addSurveys(database: Database, { surveys, votes, others = 1 }: Sizes, owners: number): Promise<string> {
  const random = randomFrom(1);
  const began = Date.now() - AGE_MS;
  let hotSurveyId = "";
  for (let first = 0; first < surveys; first += SURVEY_CHUNK) {
    const rows = Array.from({ length: Math.min(SURVEY_CHUNK, surveys - first) }, (_, index) => {
      const number = first + index;
      const createdAt = began + Math.floor((number * AGE_MS) / surveys);
      const isHot = number === Math.floor(surveys / 2);
      const total = isHot ? votes : Math.min(OTHERS_MAX, Math.floor(0.24 * others * random() ** (-1 / 1.2)));
      const isRare = number % Math.ceil(surveys / RARE_HITS) === 0;
      const title = `${sentence(5, random)}?`;
      const description = `${sentence(14, random)}${isRare ? ` ${RARE_WORD}` : ""}.`;
      const row = {
        id: uuidv7({ msecs: createdAt }),
        owner: number % 10 === 0 ? 1 : (number % owners) + 1,
        title,
        description,
        category: CATEGORIES[Math.floor(random() * CATEGORIES.length)],
        status: isHot || random() < 0.95 ? PUBLISHED : WAITING,
        created: createdAt,
        ends: isHot || random() < 0.3 ? null : Date.now() + Math.floor((random() - 0.3) * 365 * DAY_MS) + AGE_MS,
        text: encodeForSearch(`${title}\n${description}`),
        total,
        yes: yesOf(total),
      };
      if (isHot) hotSurveyId = row.id;
      return { ...row, key: keyOf(row.id) };
    });
    await insertSurveys(database, rows);
  }
  return hotSurveyId;
}

async function insertSurveys({ db, dialect }: Database, rows: object[]): Promise<void> {
  const columns = {
    id: "text",
    owner: "bigint",
    title: "text",
    description: "text",
    category: "text",
    status: "bigint",
    created: "bigint",
    ends: "bigint",
    text: "text",
    total: "bigint",
    yes: "bigint",
  } as const;
  await sql`
    insert into surveys (id, owner_id, title, description, category, image, status, starts_at, ends_at, created_at,
      updated_at, search_text, first_published_at, listed_votes, listed_yes, listed_rows)
    select id, '00000000-0000-4000-9000-' || ${digits("owner")}, title, description, category,
      'https://example.org/picture.webp', status, created, ends, created, created, text, created, total, yes, total
    from ${dialect.rows(rows, columns)}`.execute(db);
  const boxes = dialect.rows(rows, { id: "text", total: "bigint", yes: "bigint", key: "text" });
  await sql`update ballot_boxes set participants = r.total, ledger_rows = r.total, yes_votes = r.yes, ledger_key = r.key
    from ${boxes} where survey_id = r.id`.execute(db);
}

/** A ledger's key that follows from the id, so that chaining votes doesn't read the keys of all surveys. */
const keyOf = (surveyId: string) => sha256(`key of ${surveyId}`);

/** Three of five votes are yes: the first two and the last. */
const choiceOf = (n: number): 0 | 1 => (n % 5 < 3 ? 1 : 0);
const yesOf = (votes: number) => Math.floor(votes / 5) * 3 + Math.min(votes % 5, 2);

interface BulkVote {
  survey_id: string;
  user_id: string;
  id: string;
  choice: 0 | 1;
  created_at: number;
}

const digitsOf = (number: number) => String(number).padStart(12, "0");
const voterId = (number: number) => `00000000-0000-4000-8000-${digitsOf(number)}`;

/** Inserts a vote by every voter on one survey, and the totals of each day. */
async function addVotes(database: Database, votes: number, surveyId: string): Promise<void> {
  const began = Math.floor(Date.now() - AGE_MS / 2);
  const step = Math.floor(AGE_MS / 2 / votes);
  const add = batchInserter(database);
  for (let n = 1; n <= votes; n++) {
    const [user_id, id] = [voterId(n), `01900000-0000-7000-8000-${digitsOf(n)}`];
    await add({ survey_id: surveyId, user_id, id, choice: choiceOf(n), created_at: began + n * step });
  }
  await add(null);
  await addDays(database, sql`survey_id = ${sql.lit(surveyId)}`);
}

/** Inserts votes on all other surveys to match their counters. */
async function addOtherVotes(database: Database, firstVoter: number, hotSurveyId: string): Promise<void> {
  const add = batchInserter(database);
  let last = "";
  for (;;) {
    const { rows } = await sql<{ id: string; created_at: number; votes: number }>`
      select id, created_at, listed_votes as votes from surveys where id > ${last} order by id limit ${SURVEY_CHUNK}`.execute(
      database.db,
    );
    for (const { id: survey_id, created_at, votes } of rows) {
      if (survey_id === hotSurveyId) continue;
      for (let n = 1; n <= votes; n++) {
        const user_id = voterId(firstVoter + n);
        const id = survey_id.slice(0, 24) + digitsOf(n);
        await add({ survey_id, user_id, id, choice: choiceOf(n), created_at: created_at + n * 60_000 });
      }
    }
    last = rows.at(-1)?.id ?? "";
    if (rows.length < SURVEY_CHUNK) break;
  }
  await add(null);
  await addDays(database, sql`survey_id <> ${sql.lit(hotSurveyId)}`);
}

/** Chains and stores votes in batches, survey by survey; null stores the rest and updates the heads. */
function batchInserter(database: Database): (vote: BulkVote | null) => Promise<void> {
  // Without the hash of a question, so their ledgers have format 2.
  const chain = chainVotes((id) => ({ key: keyOf(id), start: sha256(ledgerStart(id, null)) }));
  const { rows } = database.dialect;
  let waiting: BulkVote[] = [];
  return async (vote) => {
    if (vote) waiting.push(vote);
    if (waiting.length < VOTE_CHUNK && vote) return;
    const chained = chain(waiting);
    waiting = [];
    const heads = [...new Map(chained.map(({ survey_id, hash }) => [survey_id, { survey_id, hash }])).values()];
    await bulky(
      database,
      sql`insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash)
        select survey_id, n, user_id, id, choice, '', created_at, hash from ${rows(chained, VOTE_COLUMNS)}`,
      sql`update ballot_boxes set ledger_head = r.hash, ledger_format = 2
        from ${rows(heads, { survey_id: "text", hash: "text" })} where ballot_boxes.survey_id = r.survey_id`,
    );
  };
}

const VOTE_COLUMNS = {
  survey_id: "text",
  n: "bigint",
  user_id: "text",
  id: "text",
  choice: "bigint",
  created_at: "bigint",
  hash: "text",
} as const;

async function addDays(database: Database, which: RawBuilder<unknown>): Promise<void> {
  const day = sql.raw(`created_at / ${DAY_MS}`);
  await bulky(
    database,
    sql`insert into survey_days (survey_id, day, participants, yes_votes, unsure_votes)
    select survey_id, ${day}, count(*), sum(choice), 0 from votes where ${which} group by survey_id, ${day}`,
  );
}
