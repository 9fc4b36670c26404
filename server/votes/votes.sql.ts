import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { insertReports } from "./reports.sql.ts";

const DAY_MS = 24 * 3600_000;

/** A vote on its way into the ledger. `comment` and `report` are "" when there is none. */
export interface Ballot {
  id: string;
  surveyId: string;
  userId: string;
  choice: 0 | 1;
  comment: string;
  report: string;
}

/** What became of a ballot: stored now, or stored before under `id`, or refused. */
export type Outcome =
  | { kind: "stored"; id: string }
  | { kind: "already"; id: string; choice: 0 | 1 }
  | { kind: "refused"; because: "notFound" | "hasEnded" };

const key = (vote: { surveyId: string; userId: string }) => `${vote.surveyId} ${vote.userId}`;

/**
 * Stores ballots and moves the counters of their surveys in one transaction: all that can be stored is, and a ballot
 * that can't be (unpublished, ended, voted before) does not touch the others. Publication and deadline are judged
 * under a lock on the surveys, by the database's clock.
 */
export function storeBallots(database: Database, ballots: readonly Ballot[]): Promise<Outcome[]> {
  return database.transaction(async (tx) => {
    const surveys = await lockSurveys(tx, [...new Set(ballots.map((ballot) => ballot.surveyId))]);
    const open = ballots.filter((ballot) => surveys.get(ballot.surveyId) === "open");
    const stored = new Set(open.length > 0 ? await insertVotes(tx, open) : []);
    const fresh = open.filter((ballot) => stored.has(ballot.id));
    if (fresh.length > 0) await moveCounters(tx, fresh);
    const reports = fresh.flatMap(({ id, surveyId, userId, report }) =>
      report === "" ? [] : [{ id, surveyId, userId, text: report }],
    );
    if (reports.length > 0) await insertReports(tx, reports);
    const rest = ballots.filter((ballot) => !stored.has(ballot.id));
    const earlier = rest.length > 0 ? await earlierVotes(tx, rest) : new Map<string, { id: string; choice: 0 | 1 }>();
    return ballots.map((ballot): Outcome => {
      if (stored.has(ballot.id)) return { kind: "stored", id: ballot.id };
      const before = earlier.get(key(ballot));
      if (before) return { kind: "already", ...before };
      return { kind: "refused", because: surveys.get(ballot.surveyId) === "ended" ? "hasEnded" : "notFound" };
    });
  });
}

/** Locks published surveys, in the order of their ids so that two batches can't wait for each other. */
async function lockSurveys({ db, dialect }: Database, ids: string[]): Promise<Map<string, "open" | "ended">> {
  const rows = await db
    .selectFrom("surveys")
    .select(["id", sql<number>`case when ends_at <= ${dialect.now} then 1 else 0 end`.as("has_ended")])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("status", "=", PUBLISHED)
    .orderBy("id")
    .$call(dialect.lock)
    .execute();
  return new Map(rows.map((row) => [row.id, row.has_ended ? "ended" : "open"]));
}

/** @returns the ids of those that were new */
async function insertVotes({ db, dialect }: Database, ballots: Ballot[]): Promise<string[]> {
  const rows = dialect.rows(ballots, {
    id: "text",
    surveyId: "text",
    userId: "text",
    choice: "bigint",
    comment: "text",
  });
  const { rows: inserted } = await sql<{ id: string }>`
    insert into votes (survey_id, user_id, id, choice, comment, created_at)
    select "surveyId", "userId", id, choice, comment, ${dialect.now} from ${rows} where true
    on conflict (survey_id, user_id) do nothing
    returning id`.execute(db);
  return inserted.map((row) => row.id);
}

/** Moves the totals of the surveys, and those of today. */
async function moveCounters({ db, dialect }: Database, votes: Ballot[]): Promise<void> {
  const moves = new Map<string, { surveyId: string; total: number; yes: number }>();
  for (const { surveyId, choice } of votes) {
    const move = moves.get(surveyId) ?? { surveyId, total: 0, yes: 0 };
    moves.set(surveyId, { surveyId, total: move.total + 1, yes: move.yes + choice });
  }
  const rows = dialect.rows([...moves.values()], { surveyId: "text", total: "bigint", yes: "bigint" });
  await sql`
    update surveys set total_votes = total_votes + r.total, yes_votes = yes_votes + r.yes
    from ${rows} where surveys.id = r."surveyId"`.execute(db);
  await sql`
    insert into survey_days (survey_id, day, total_votes, yes_votes)
    select "surveyId", ${dialect.now} / ${sql.lit(DAY_MS)}, total, yes from ${rows} where true
    on conflict (survey_id, day) do update set
      total_votes = survey_days.total_votes + excluded.total_votes, yes_votes = survey_days.yes_votes + excluded.yes_votes`.execute(
    db,
  );
}

async function earlierVotes(
  { db, dialect }: Database,
  ballots: Ballot[],
): Promise<Map<string, { id: string; choice: 0 | 1 }>> {
  const rows = dialect.rows(ballots, { surveyId: "text", userId: "text" });
  const { rows: found } = await sql<{ surveyId: string; userId: string; id: string; choice: 0 | 1 }>`
    select v.survey_id as "surveyId", v.user_id as "userId", v.id, v.choice
    from ${rows} join votes v on v.survey_id = r."surveyId" and v.user_id = r."userId"`.execute(db);
  return new Map(found.map(({ id, choice, ...rest }) => [key(rest), { id, choice }]));
}
