import { sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import { surveyGone } from "../../ballots/ballotBox.sql.ts";
import { sha256 } from "../../ballots/voteChain.ts";
import { foldedText } from "../../database/containing.ts";
import type { Counted } from "../../database/countMatching.ts";
import { decodeNameCursor } from "../../database/cursor.ts";
import type { Database } from "../../database/database.ts";
import { formsOf } from "../../database/foldText.ts";
import type { NameCursor } from "../../database/pagination.ts";
import { joinNames, nameInList, REMOVED_PREFIX, sortedName } from "../../voters/names.sql.ts";

/** The most matching names of one search, in alphabetical order; each costs a lookup of a vote. */
const NAMES_MAX = 2000;
/**
 * The most votes of a survey, the newest, that a search compares one by one where the index of users' names can't be
 * used.
 */
const VOTES_MAX = 5000;
/**
 * The most rows of a ledger whose voters are listed by name only. All are compared, because a newest one would tell
 * when a person voted.
 */
const SEALED_MAX = 50_000;

/** Digits of a rowless id: 128 bits. */
const ID_DIGITS = 32;
const rowlessText = (surveyId: string, userId: string) => `voter ${surveyId} ${userId}`;

/**
 * The id of a voter in lists that must not tell when they voted, as a vote's own id would. It stays when the vote is
 * changed.
 */
export const rowlessId = ({ user_id }: { user_id: string }, surveyId: string): string =>
  sha256(rowlessText(surveyId, user_id)).slice(0, ID_DIGITS);

/** `rowlessId` in SQL, for rows with a `user_id`. */
export const rowlessIdOf = (surveyId: string): RawBuilder<string> =>
  sql`substr(sha256_hex(${rowlessText(surveyId, "")} || user_id), 1, ${sql.lit(ID_DIGITS)})`;

interface NameSearch {
  survey: Pick<Survey, "_id" | "electorate" | "results" | "privacy" | "changeable">;
  q: string;
  /** The condition on the vote. */
  where: RawBuilder<boolean>;
  limit: number;
  cursor?: string | undefined;
}

/** A search for votes of people whose names begin like this, with a condition on the vote. */
interface NameRange {
  prefix: string;
  where: RawBuilder<boolean>;
  /** Only names after this one. */
  after?: { name: string; user_id: string } | undefined;
  namesMax?: number;
}

/** The number of a vote; null for a name that was looked at, but has none. */
interface NumberedVote {
  n: number | null;
  user_id: string;
  name: string;
}

/**
 * Prepares a search by name. Its cost doesn't depend on the number of votes: names are read in the order of an index,
 * and each voter's vote is looked up by key. On surveys with few votes, and on those for invited people, which have
 * their own names, the newest votes are compared instead; all votes where earlier answers stay sealed. Once the names
 * of a survey are removed, it doesn't have any to look up.
 */
async function prepareSearch(database: Database, survey: NameSearch["survey"]) {
  const { db, dialect } = database;
  const { _id: surveyId, electorate } = survey;
  const { ledger_rows: last } = await db
    .selectFrom("ballot_boxes")
    .select("ledger_rows")
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow(surveyGone);
  const isSealed = sealsEarlierAnswers(survey);
  const ofUser = dialect.sortable(foldedText(database, "users.name"));
  const shown = dialect.sortable(nameInList(database));
  // Up to the last character that there is.
  const begins = (key: RawBuilder<string>, prefix: string, from = prefix) =>
    sql`${key} >= ${from} and ${key} < ${`${prefix}\u{10ffff}`}`;
  // An address is shown masked, so that no search may tell it piece by piece.
  const isSearched = (prefix: string) => (prefix === "" ? sql`true` : sql`${ofUser} not like '%@%'`);
  const isNewest = isSealed ? sql`true` : sql`votes.n > ${last - VOTES_MAX}`;
  const amongVotes = ({ prefix, where }: NameRange) => sql<NumberedVote>`
    select votes.n, votes.user_id, ${shown} as name from votes ${joinNames("votes", surveyId)}
    where votes.survey_id = ${surveyId} and ${isNewest} and votes.replaced_by is null and ${begins(shown, prefix)} and ${where}`;
  // A subquery for each name, because for a join PostgreSQL may read all votes of the survey; and the condition on the
  // turn, because SQLite reads them for each name if it doesn't see three columns of the index of voters.
  const amongNames = ({ prefix, where, after, namesMax = NAMES_MAX }: NameRange) => sql<NumberedVote>`
    select (
      select n from votes
      where user_id = named.id and survey_id = ${surveyId} and turn >= 0 and replaced_by is null and ${where}
    ) as n, named.id as user_id, named.name
    from (
      select users.id, ${ofUser} as name from users where ${begins(ofUser, prefix, after?.name)} and ${isSearched(prefix)}
        ${after ? sql`and (${ofUser}, users.id) > (${after.name}, ${after.user_id})` : sql``}
      order by ${ofUser}, users.id limit ${namesMax}
    ) as named`;
  // Voters whose names were removed have random ids, a range of the index of voters: none of them is found by a name.
  const amongRemoved = ({ prefix, where, after, namesMax = NAMES_MAX }: NameRange) => sql<NumberedVote>`
    select n, user_id, cast('' as text) as name from votes
    where survey_id = ${surveyId} and user_id >= ${REMOVED_PREFIX} and user_id < ${`${REMOVED_PREFIX}g`} and turn >= 0
      and replaced_by is null and ${prefix === "" ? where : sql`false`} ${after ? sql`and user_id > ${after.user_id}` : sql``}
    order by user_id limit ${namesMax}`;
  const isAmongVotes = electorate === "invited" || last <= (isSealed ? SEALED_MAX : VOTES_MAX);
  if (isAmongVotes) return { isAmongVotes, last, isSealed, find: amongVotes };
  const { names_removed_at } = await db
    .selectFrom("surveys")
    .select("names_removed_at")
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow(surveyGone);
  return { isAmongVotes, last, isSealed, find: names_removed_at === null ? amongNames : amongRemoved };
}

/**
 * Finds votes by the beginning of their voters' names, sorted by name.
 * @returns the numbers of the votes, with the folded names by which they are sorted, one more than `limit` if there are
 *   more; and how many there are in all, `isMinimum` if there may be more that were not looked at
 */
export async function findVotesByName(
  database: Database,
  { survey, q, where, limit, cursor }: NameSearch,
): Promise<Counted & { found: { n: number; name: string }[] }> {
  const { isAmongVotes, last, isSealed, find } = await prepareSearch(database, survey);
  const after = decodeNameCursor(cursor, Number.MAX_SAFE_INTEGER);
  // Among equal names, the order of the rows would tell who voted first.
  const tie = isSealed ? rowlessIdOf(survey._id) : sql.ref("n");
  const isAfter = ([n, id, name]: NameCursor) =>
    sql`and (name, ${tie}) > (${database.dialect.sortable(sql`cast(${name} as text)`)}, ${isSealed ? id : sql`cast(${n} as bigint)`})`;
  const name = database.dialect.sortable(sortedName(sql.ref("begins.name")));
  // A subquery, because the ranges have an order of their own.
  const ranges = formsOf(q).map(
    (prefix) => sql`select n, user_id, ${name} as name from (${find({ prefix, where })}) as begins`,
  );
  const { rows } = await sql<{ n: number | null; name: string; total: number; looked: number }>`
    with numbered as materialized (${sql.join(ranges, sql` union `)})
    select n, name, total, looked from (select count(n) as total, count(*) as looked from numbered) as counts
    left join numbered on n is not null ${after ? isAfter(after) : sql``}
    order by name, ${tie} limit ${limit + 1}`.execute(database.db);
  const [{ total = 0, looked = 0 } = {}] = rows;
  const found = rows.flatMap(({ n, name }) => (n === null ? [] : [{ n: Number(n), name }]));
  const isMinimum = isAmongVotes ? !isSealed && last > VOTES_MAX : Number(looked) >= NAMES_MAX;
  return { found, total: Number(total), isMinimum };
}

/**
 * Yields the numbers of all votes that count where earlier answers stay sealed, in chunks, sorted by their voters'
 * names.
 */
export async function* eachSealedVoteByName(
  database: Database,
  survey: NameSearch["survey"],
  namesMax = NAMES_MAX,
): AsyncGenerator<number[]> {
  const { isAmongVotes, find } = await prepareSearch(database, survey);
  for (let after: NameRange["after"]; ; ) {
    const named = find({ prefix: "", where: sql`true`, after, namesMax });
    const { rows } = await sql<NumberedVote>`select * from (${named}) as named order by name, user_id`.execute(
      database.db,
    );
    const numbers = rows.flatMap(({ n }) => (n === null ? [] : [Number(n)]));
    for (let from = 0; from < numbers.length; from += namesMax) yield numbers.slice(from, from + namesMax);
    after = rows.at(-1);
    if (isAmongVotes || rows.length < namesMax) return;
  }
}
