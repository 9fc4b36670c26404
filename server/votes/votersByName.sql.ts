import type { Survey } from "@survey-app/contract/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { normalizeText } from "../database/searchText.ts";

/** The most matching names of one search, in alphabetical order; each costs a lookup of a vote. */
const NAMES_MAX = 2000;
/** The most votes of a survey, the newest, that a search compares one by one where the index of users' names can't be used. */
const VOTES_MAX = 5000;

interface NameSearch {
  survey: Pick<Survey, "_id" | "electorate">;
  q: string;
  /** The condition on the vote. */
  where: RawBuilder<boolean>;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Finds votes by the beginning of their voters' names, sorted by name. The number of votes on the survey makes no difference:
 * names are read in the order of an index, and each voter's vote is looked up by key. On surveys with few votes, and on those
 * for invited people, who have names of their own, the newest votes are compared.
 * @returns the numbers of the votes, one more than `limit` if there are more; and how many there are in all, `isMinimum` if
 *   there may be more that were not looked at
 */
export async function findVotesByName(
  { db, dialect }: Database,
  { survey: { _id: surveyId, electorate }, q, where, limit, cursor }: NameSearch,
): Promise<{ found: number[]; total: number; isMinimum: boolean }> {
  const prefix = normalizeText(q);
  // Up to the last character that there is.
  const begins = (key: RawBuilder<string>) => sql`${key} >= ${prefix} and ${key} < ${`${prefix}\u{10ffff}`}`;
  const { ledger_rows: last } = await db
    .selectFrom("ballot_boxes")
    .select("ledger_rows")
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const ofUser = dialect.sortable(sql.ref("users.name"));
  const shown = dialect.sortable(sql`coalesce(nullif(invitations.label, ''), users.name, '')`);
  const isAmongVotes = electorate === "invited" || last <= VOTES_MAX;
  // A subquery for each name, because for a join PostgreSQL may read all votes of the survey; and the condition on the turn,
  // because SQLite reads them for each name if it doesn't see three columns of the index of voters.
  const numbered = isAmongVotes
    ? sql`select votes.n, ${shown} as name from votes
        left join users on users.id = votes.user_id
        left join invitations on invitations.survey_id = ${surveyId} and invitations.id = votes.invitation_id
        where votes.survey_id = ${surveyId} and votes.n > ${last - VOTES_MAX} and votes.replaced_by is null
          and ${begins(shown)} and ${where}`
    : sql`select (
          select n from votes
          where user_id = named.id and survey_id = ${surveyId} and turn >= 0 and replaced_by is null and ${where}
        ) as n, named.name
        from (
          select users.id, ${ofUser} as name from users where ${begins(ofUser)} order by ${ofUser}, users.id limit ${NAMES_MAX}
        ) as named`;
  const after = decodeCursor(cursor, Number.MAX_SAFE_INTEGER);
  const position = sql`(select before.name, before.n from numbered as before where before.n = ${after?.[0]})`;
  const { rows } = await sql<{ n: number | null; total: number; looked: number }>`
    with numbered as materialized (${numbered})
    select n, total, looked from (select count(n) as total, count(*) as looked from numbered) as counts
    left join numbered on n is not null ${after ? sql`and (name, n) > ${position}` : sql``}
    order by name, n limit ${limit + 1}`.execute(db);
  const [{ total = 0, looked = 0 } = {}] = rows;
  const found = rows.flatMap(({ n }) => (n === null ? [] : [Number(n)]));
  return { found, total: Number(total), isMinimum: isAmongVotes ? last > VOTES_MAX : Number(looked) === NAMES_MAX };
}
