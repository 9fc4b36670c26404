import { type RawBuilder, sql } from "kysely";
import { earlierAnswersSealed } from "../../ballots/visible.sql.ts";
import { type Counted, countUpTo } from "../../database/countMatching.ts";
import { decodeCursor } from "../../database/cursor.ts";
import type { Database } from "../../database/database.ts";
import type { Cursor } from "../../database/pagination.ts";
import { marksOf, type Person } from "../../voters/votesOfPerson.sql.ts";

/** How a user participated: voted, commented with the vote, or reported (with or without a vote). */
export type ParticipationKind = "voted" | "commented" | "reported";

/** The participations of a person that one reader sees. */
interface Participations {
  kind: ParticipationKind;
  person: Person;
  /** Whether the reader is the person. */
  isOwn: boolean;
}

export interface ParticipationRow {
  id: string;
  survey_id: string;
  user_id: string;
  /** Null for secret votes, which are not dated, and for others' votes that are not named. */
  created_at: number | null;
}

/** Participations are counted up to here, and so many are sorted for a page: a few milliseconds. */
export const SORTED_MAX = 1000;

/**
 * The column by which a page is sorted, and the key of its cursors, so that those of one order mean nothing in the
 * other.
 */
const orders = { newest: { column: "id", key: 0 }, bySurvey: { column: "survey_id", key: 1 } } as const;
type Order = keyof typeof orders;

/** A page, with one row more if another one follows. */
interface ParticipationsPage extends Counted {
  rows: ParticipationRow[];
  cursorOf(last: Pick<ParticipationRow, "id" | "survey_id">): Cursor;
}

/**
 * Finds a page, newest first. Up to `SORTED_MAX` are sorted for each page. Of more, those to the newest surveys come
 * first: that is the order of the index by voter, so a page of a person with 100,000 votes costs as much as that of
 * anybody else. An index by voter and time would make storing a vote a fifth dearer (docs/figures.md). Own comments and
 * reports have one.
 */
export async function findParticipations(
  database: Database,
  participations: Participations,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ParticipationsPage> {
  const found = database.db.selectFrom(sql`(${all(participations)})`.as("found"));
  const counted = await countUpTo(database, found, SORTED_MAX);
  const isIndexed = participations.isOwn && participations.kind !== "voted";
  const order: Order = counted.isMinimum && !isIndexed ? "bySurvey" : "newest";
  const after = decodeCursor(cursor, orders.bySurvey.key);
  const { column, key } = orders[order];
  // A cursor of the other order, from before the person's vote number 1,001, starts the list again.
  const before = after?.[0] === key ? after[1] : undefined;
  const { rows } = await pageOf(participations, order, before, limit + 1).execute(database.db);
  return { ...counted, rows, cursorOf: (last) => [key, last[column]] };
}

/**
 * SQL for the participations, one row per survey, in parts that have an index each. A secret vote has the id of its
 * survey, because an id of its own would tell when it was cast. For readers other than the person, so does each vote
 * that is not named, or whose earlier answers stay sealed: otherwise order and cursors would tell when it was cast, and
 * that it was changed. The latter are left out until the close, because those readers could watch in the ledger which
 * row comes with a new vote.
 */
function partsOf({
  kind,
  person,
  isOwn,
}: Participations): { rows: RawBuilder<ParticipationRow>; id: RawBuilder<unknown> }[] {
  const ofPerson = (table: "votes" | "reports") => {
    const [id, at] = [sql.ref(`${table}.id`), sql.ref(`${table}.created_at`)];
    const ifDated = (shown: RawBuilder<unknown>, hidden: RawBuilder<unknown>) =>
      isOwn ? shown : sql`case when privacy = 'named' and not ${earlierAnswersSealed} then ${shown} else ${hidden} end`;
    const shownId = ifDated(id, sql`survey_id`);
    const settings = sql`join (select id as survey_id, privacy, changeable, results, closed_at from surveys) as survey using (survey_id)`;
    const rows = sql<ParticipationRow>`select ${shownId} as id, survey_id, user_id, ${ifDated(at, sql`null`)} as created_at
      from ${sql.table(table)} ${isOwn ? sql`` : settings} where user_id = ${person.userId}`;
    return { rows, id: shownId };
  };
  if (kind === "reported") return [ofPerson("reports")];
  const isPast = isOwn ? sql`` : sql`and (closed_at is not null or not ${earlierAnswersSealed})`;
  const { rows, id } = ofPerson("votes");
  const votes = sql<ParticipationRow>`${rows} and replaced_by is null ${isPast}`;
  if (kind === "commented") return [{ rows: sql`${votes} and comment <> ''`, id }];
  const marks = sql<ParticipationRow>`
    select survey_id as id, survey_id, ${person.userId} as user_id, cast(null as bigint) as created_at
    from (${marksOf(person)}) as marks where true`;
  return [
    { rows: votes, id },
    { rows: marks, id: sql`survey_id` },
  ];
}

const all = (participations: Participations): RawBuilder<unknown> =>
  sql.join(
    partsOf(participations).map(({ rows }) => rows),
    sql` union all `,
  );

/** SQL for the first rows in an order. Each part is cut by itself, so that it reads no more of its index. */
function pageOf(participations: Participations, order: Order, before: string | undefined, count: number) {
  const column = sql.ref(orders[order].column);
  const rest = sql`order by ${column} desc limit ${count}`;
  const parts = partsOf(participations).map(({ rows, id }) => {
    const key = order === "newest" ? id : sql`survey_id`;
    return sql`select * from (${rows} ${before === undefined ? sql`` : sql`and ${key} < ${before}`} ${rest}) as part`;
  });
  return sql<ParticipationRow>`select * from (${sql.join(parts, sql` union all `)}) as parts ${rest}`;
}
