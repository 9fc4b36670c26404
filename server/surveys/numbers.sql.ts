import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { type MyNumbers, OPEN_COUNTED } from "@survey-app/contract/votes/ownNumbers.ts";
import { type RawBuilder, sql } from "kysely";
import { publicationCase } from "../ballots/publication.sql.ts";
import type { Database } from "../database/database.ts";
import { findOpenVoter } from "./listSurveys.sql.ts";
import { canVote, inPublicList } from "./surveyOrder.sql.ts";

type OwnNumbers = Omit<MyNumbers, "open">;

/**
 * The numbers on a user's dashboard at the instant `now`, in milliseconds since 1970. Costs three index entries for
 * each of the user's surveys, and three for each of the `OPEN_COUNTED` running surveys that end soonest.
 */
export async function countForUser(database: Database, userId: string, now: number): Promise<MyNumbers> {
  const [own, open] = await Promise.all([countOwn(database, userId, now), countOpen(database, userId, now)]);
  return { ...own, open };
}

/** Two statements, because a distributed database would read all ballot boxes if they were joined with surveys. */
async function countOwn({ db }: Database, userId: string, now: number): Promise<OwnNumbers> {
  const publication = publicationCase(now, "s");
  const { rows: surveys } = await sql<Omit<OwnNumbers, "votes" | "votesToday">>`
    select
      ${sumIf(sql`publication = 'published'`)} as running,
      ${sumIf(sql`publication = 'waiting'`)} as waiting,
      ${sumIf(sql`publication in ('sentBack', 'unpublished')`)} as "sentBack",
      ${sumIf(sql`publication in ('ended', 'closed')`)} as ended
    from (select ${publication} as publication from surveys s where s.owner_id = ${userId}) as own`.execute(db);
  const { rows: votes } = await sql<Pick<OwnNumbers, "votes" | "votesToday">>`
    select cast(coalesce(sum(b.participants), 0) as bigint) as votes,
      cast(coalesce(sum(d.participants), 0) as bigint) as "votesToday"
    from ballot_boxes b
    left join survey_days d on d.survey_id = b.survey_id and d.day = ${Math.floor(now / DAY_MS)}
    where b.survey_id in (select s.id from surveys s where s.owner_id = ${userId} and ${publication} = 'published')`.execute(
    db,
  );
  return { ...surveys[0], ...votes[0] } as OwnNumbers; // aggregates without groups always have a row
}

async function countOpen(database: Database, userId: string, now: number): Promise<MyNumbers["open"]> {
  const voter = await findOpenVoter(database, userId);
  const [table, id] = ["survey_listings", sql.ref("survey_listings.survey_id")];
  const listed = inPublicList(database, { publicAt: now, toVoteOn: voter }, { table, id });
  const { rows } = await sql<{ read: number; count: number }>`
    select count(*) as read, ${sumIf(canVote(database, voter, sql.ref("c.survey_id")))} as count
    from (
      select survey_id from survey_listings where ${listed} and deadline > ${now}
      order by deadline, survey_id limit ${OPEN_COUNTED}
    ) c`.execute(database.db);
  const { read = 0, count = 0 } = rows[0] ?? {};
  return { count, hasMore: read >= OPEN_COUNTED };
}

/** The cast, because PostgreSQL returns sums of counters as text. */
const sumIf = (condition: RawBuilder<unknown>) =>
  sql<number>`cast(coalesce(sum(case when ${condition} then 1 else 0 end), 0) as bigint)`;
