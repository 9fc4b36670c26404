import { type RawBuilder, sql } from "kysely";
import { listedOnly, publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { Cursor } from "../database/pagination.ts";
import { votesOf } from "../voters/votesOfPerson.sql.ts";

export type SurveyOrder = "newest" | "votes" | "deadline" | "attention";
export type Direction = "asc" | "desc";

/** The value of `attention` in `survey_listings` for a survey with open reports. */
export const REPORTED = 2;

/** Filters surveys; `undefined` for no filter. */
export interface SurveyFilter {
  /** Only surveys with this stored status. */
  status?: number | undefined;
  /** Only surveys in public lists that are public at this instant, in milliseconds since 1970. */
  publicAt?: number | undefined;
  category: string | undefined;
  /** Only surveys with open reports; not possible with the order by votes. */
  isReported?: boolean;
  /**
   * Only the order by deadline has an index for it; in other orders `inVotingState` compares a bounded number of
   * surveys.
   */
  votingState?: VotingState | undefined;
  /**
   * Only surveys in one of these languages, translations included, or in an unknown one. It doesn't have an index
   * either.
   */
  languages?: readonly string[] | undefined;
}

/**
 * Whether voting is open at an instant, or has ended by then. Not the `status`, which says whether a survey is
 * published.
 */
export interface VotingState {
  isOpen: boolean;
  /** In milliseconds since 1970. */
  at: number;
  /** Only surveys on which this user can vote and has not. */
  notVotedBy?: OpenVoter | undefined;
}

/** A user who looks for surveys to vote on. */
export interface OpenVoter {
  userId: string;
  /** The surveys for invited people on which the user can vote and has not. */
  invitedTo: readonly string[];
}

/** The voting state as an SQL condition. */
export function inVotingState(
  { dialect }: Pick<Database, "dialect">,
  { isOpen, at, notVotedBy }: VotingState,
  { id, deadline }: Record<"id" | "deadline", RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const isIn = sql`${deadline} ${sql.raw(isOpen ? ">" : "<=")} ${at}`;
  return notVotedBy === undefined ? isIn : sql`${isIn} and ${canVote({ dialect }, notVotedBy, id)}`;
}

/** SQL condition: whether the question of a survey is in one of these languages, or in an unknown one. */
export function isInLanguages(languages: readonly string[], id: RawBuilder<unknown>): RawBuilder<unknown> {
  // As `insertSurvey` stores translations. A text can't contain this, because its quotation marks are escaped.
  const translated = languages.map((language) => sql`or spoken.translations like ${`%"language":"${language}"%`}`);
  return sql`exists (select 1 from surveys as spoken where spoken.id = ${id}
    and (spoken.language is null or spoken.language in (${sql.join(languages)}) ${sql.join(translated, sql` `)}))`;
}

/**
 * SQL condition: whether a user can vote on a survey and has not. The keys of votes and of secret voters answer that
 * for accounts; the user's surveys are read once, which a distributed database can't do for each survey.
 */
export function canVote(
  { dialect }: Pick<Database, "dialect">,
  { userId, invitedTo }: OpenVoter,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`${id} not in (
    ${votesOf({ userId, email: null })}
  ) and (${dialect.isOneOf(id, invitedTo)}
    or not exists (select 1 from surveys as asked where asked.id = ${id} and asked.electorate = 'invited'))`;
}

/**
 * SQL condition: whether a survey stands in a public list. "To vote on" lists also include unlisted surveys that the
 * user is invited to.
 */
export function inPublicList(
  { dialect }: Pick<Database, "dialect">,
  { publicAt, toVoteOn }: { publicAt: number; toVoteOn: OpenVoter | undefined },
  { table, id }: { table: string; id: RawBuilder<unknown> },
): RawBuilder<boolean> {
  if (toVoteOn === undefined) return listedOnly(publicAt, table);
  return sql<boolean>`${publicOnly(publicAt, table)}
    and (${sql.ref(`${table}.listed`)} = 1 or ${dialect.isOneOf(id, toVoteOn.invitedTo)})`;
}

/** A filter as SQL conditions, except the voting state, which indexes cover only in the order by deadline. */
export function filterConditions(
  { dialect }: Pick<Database, "dialect">,
  { status, category, isReported, publicAt, votingState }: SurveyFilter,
  { table, id }: { table: string; id: RawBuilder<unknown> },
): RawBuilder<unknown>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const toVoteOn = votingState?.notVotedBy;
  return [
    ...(publicAt === undefined ? [] : [inPublicList({ dialect }, { publicAt, toVoteOn }, { table, id })]),
    ...(status === undefined ? [] : [sql`${column("status")} = ${status}`]),
    ...(isReported ? [sql`${column("attention")} = ${sql.lit(REPORTED)}`] : []),
    ...(category === undefined ? [] : [sql`${column("category")} = ${category}`]),
  ];
}

/** A range of an index, read from one end. A list consists of one range, or of two in sequence. */
export interface IndexRange {
  direction: Direction;
  /** Only rows after this cursor. */
  after?: Cursor;
  /** Only deadlines after an instant, or up to it. */
  deadline?: { is: ">" | "<="; at: number };
}

/** Whether a list shows open surveys before those that have ended. */
export function isOpenFirst({ by, direction }: { by: SurveyOrder; direction: Direction }): boolean {
  return by === "deadline" && direction === "asc";
}

/**
 * The index ranges of the rest of a list after `cursor`. Ascending by deadline: open surveys, the soonest end first,
 * then ended ones, the latest end first. The first page's `now` decides which surveys are open, and its cursors contain
 * it. A list by deadline that shows only one of both has only its range.
 */
export function indexRangesOf(
  { by, direction, votingState }: { by: SurveyOrder; direction: Direction; votingState?: VotingState | undefined },
  cursor: Cursor | null,
  now: number,
): IndexRange[] {
  const rest = cursor ? { after: cursor } : {};
  const open = { direction, deadline: { is: ">", at: now } } as const;
  const ended = { direction: "desc", deadline: { is: "<=", at: now } } as const;
  if (by === "deadline" && votingState) return [{ ...(votingState.isOpen ? open : ended), ...rest }];
  if (!isOpenFirst({ by, direction })) return [{ direction, ...rest }];
  return cursor && cursor[0] <= now ? [{ ...ended, ...rest }] : [{ ...open, ...rest }, ended];
}

/** The parts of a statement that lists surveys. */
interface Entries {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** The sort key, before the id. */
  key: RawBuilder<unknown>;
  /** The text to search in. */
  text: RawBuilder<unknown>;
  deadline: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  orderBy: RawBuilder<unknown>;
}

/** Later than any deadline: the sort key of surveys that never end, when sorted by deadline. */
export const NEVER = 9_007_199_254_740_991;

/** The deadline of `survey_listings`, from the columns of `surveys`: a survey that was closed early ended then. */
const deadlineOf = (column: (name: string) => RawBuilder<unknown>) =>
  sql`coalesce(case when ${column("closed_by")} <> 'deadline' then ${column("closed_at")} end, ${column("ends_at")}, ${sql.lit(NEVER)})`;

const sortColumns = { votes: "listed_votes", deadline: "deadline", attention: "attention" };

/**
 * Builds the query of a list. Vote counts are in `surveys`, all other keys in `survey_listings`; each order has an
 * index that begins with the filter's columns.
 * @param among only these ids, which already match the filter: a few hundred, looked up one by one
 */
export function entriesOf(
  { dialect }: Database,
  filter: SurveyFilter,
  by: SurveyOrder,
  { direction, after, deadline }: IndexRange,
  among?: readonly string[],
): Entries {
  const table = by === "votes" ? "surveys" : "survey_listings";
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const id = column(by === "votes" ? "id" : "survey_id");
  const key = by === "newest" ? id : column(sortColumns[by]);
  const compare = sql.raw(direction === "asc" ? ">" : "<");
  const towards = sql.raw(direction);
  // The plus keeps SQLite from using the order's index, which it would scan completely for each id.
  const compared = among ? sql`+${key}` : key;
  const conditions = [
    ...(among ? [sql`${id} = r.id`] : filterConditions({ dialect }, filter, { table, id })),
    ...(deadline ? [sql`${compared} ${sql.raw(deadline.is)} ${deadline.at}`] : []),
    ...(after && by === "newest" ? [sql`${id} ${compare} ${after[1]}`] : []),
    ...(after && by !== "newest" ? [sql`(${compared}, ${id}) ${compare} (${after[0]}, ${after[1]})`] : []),
  ];
  const rows = dialect.rows(among?.map((each) => ({ id: each })) ?? [], { id: "text" });
  return {
    // "cross" makes SQLite keep this join order.
    from: among ? sql`${rows} cross join ${sql.ref(table)}` : sql.ref(table),
    id,
    key,
    text: column("search_text"),
    deadline: by === "votes" ? deadlineOf(column) : column("deadline"),
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`,
    orderBy: by === "newest" ? sql`${id} ${towards}` : sql`${key} ${towards}, ${id} ${towards}`,
  };
}
