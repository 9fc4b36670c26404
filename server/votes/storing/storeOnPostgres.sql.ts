import type { Electorate, Privacy } from "@survey-app/contract/ballots/ballots.ts";
import { receiptOf } from "@survey-app/contract/ballots/ledger.ts";
import { sql } from "kysely";
import { endedOnly, publicOnly } from "../../ballots/visible.sql.ts";
import type { Database } from "../../database/database.ts";
import { insertReports } from "../../moderation/reports.sql.ts";
import {
  type Ballot,
  type BallotResult,
  ballotHashOf,
  castByOf,
  electorateRejection,
  explainBallot,
  type LatestVote,
  type Rejection,
  type StoreResult,
} from "./ballot.ts";
import { castByTicket, explainSecretBallot, secretResult } from "./secretBallot.ts";

/** The database's results by the ballots' ids: for those that it stored, and for those that name another question. */
type Returned = Map<string, StoredBallot | "moved" | "unhashed">;
interface StoredBallot {
  /** Null where votes have none. */
  receipt: string | null;
  isSecret: boolean;
}

/**
 * `storeBallots` on PostgreSQL: one statement per batch; more only for reports, where accounts need a confirmed
 * address, and for ballots that were not stored.
 */
export async function storeBallotsOnPostgres(database: Database, ballots: readonly Ballot[]): Promise<StoreResult[]> {
  const { returned, unconfirmed } = ballots.some(({ confirmedOnly }) => confirmedOnly)
    ? await database.transaction((tx) => storeConfirmed(tx, ballots))
    : { returned: await storeAll(database, ballots), unconfirmed: new Set<string>() };
  const others = ballots.filter(({ id }) => !returned.has(id));
  // After the commit, to see the votes that other transactions stored while this batch waited for their locks.
  const why = others.length > 0 ? await explain(database, others, unconfirmed) : new Map<string, BallotResult>();
  return ballots.map((ballot) => why.get(ballot.id) ?? toResult(ballot, returned));
}

function toResult(ballot: Ballot, returned: Returned): StoreResult {
  const stored = returned.get(ballot.id) as StoredBallot | "moved" | "unhashed";
  if (stored === "unhashed") return { kind: "unhashed" };
  if (stored === "moved") return { kind: "refused", because: "questionMoved" };
  if (stored.isSecret) return secretResult("stored", ballot);
  return { kind: "stored", id: ballot.id, receipt: stored.receipt };
}

/**
 * Stores ballots, except those of accounts that need a confirmed address and don't have one. The accounts stay locked
 * until the votes are stored; they are locked before the ballot boxes, as in the deletion of an account.
 * @returns also the ids of the ballots that it left out
 */
async function storeConfirmed(
  tx: Database,
  ballots: readonly Ballot[],
): Promise<{ returned: Returned; unconfirmed: ReadonlySet<string> }> {
  const asked = ballots.filter(({ confirmedOnly }) => confirmedOnly);
  const accounts = asked.map(({ userId }) => userId);
  const rows = await tx.db
    .selectFrom("users")
    .select("id")
    .where(({ ref }) => tx.dialect.isOneOf(ref("id"), accounts))
    .where("email_verified", "=", 1)
    .orderBy("id")
    .forShare()
    .execute();
  const confirmed = new Set(rows.map(({ id }) => id));
  const left = asked.filter(({ userId }) => !confirmed.has(userId));
  const unconfirmed = new Set(left.map(({ id }) => id));
  const due = ballots.filter(({ id }) => !unconfirmed.has(id));
  return { returned: due.length > 0 ? await storeAll(tx, due) : new Map(), unconfirmed };
}

/** Stores ballots, in one transaction with the reports that come with them. */
const storeAll = (database: Database, ballots: readonly Ballot[]): Promise<Returned> =>
  ballots.some(({ report }) => report !== "")
    ? database.transaction((tx) => storeWithReports(tx, ballots))
    : store(database, ballots);

async function storeWithReports(tx: Database, ballots: readonly Ballot[]): Promise<Returned> {
  const returned = await store(tx, ballots);
  const reports = ballots.flatMap(({ id, surveyId, userId, report }) => {
    const stored = returned.get(id);
    const isOpenVote = typeof stored === "object" && !stored.isSecret;
    return report !== "" && isOpenVote ? [{ id, surveyId, userId, text: report }] : [];
  });
  if (reports.length > 0) await insertReports(tx, reports);
  return returned;
}

/**
 * From this many first votes on, one insert costs less than one by one; on a cluster from about 20 on
 * (docs/figures.md).
 */
const FIRST_VOTES_MIN = 16;

async function store(database: Database, ballots: readonly Ballot[]): Promise<Returned> {
  const returned = await (ballots.length >= FIRST_VOTES_MIN && ballots.every(isFirstVote)
    ? storeFirstVotes(database, ballots)
    : storeOneByOne(database, ballots));
  return new Map(returned.flatMap((ballots) => (ballots === "" ? [] : ballots.split(",").map(parseReturned))));
}

function parseReturned(ballot: string): [id: string, StoredBallot | "moved" | "unhashed"] {
  const [id = "", n, hash] = ballot.split(" ");
  if (n === "moved" || n === "unhashed") return [id, n];
  return [id, { receipt: hash === undefined ? null : receiptOf({ n: Number(n), hash }), isSecret: n === "secret" }];
}

/**
 * Whether a ballot can only be a first vote on a survey for everyone. Such ballots are stored faster in batches of
 * their own.
 */
export const isFirstVote = ({ replaces, ticketHash, invitation, byLink }: Ballot): boolean =>
  replaces === undefined && ticketHash === undefined && !invitation && !byLink;

/**
 * Stores first votes with a function of database/migrations/0027-ledger-format/firstBallots.ts. A distributed database
 * takes only those on one survey, which are all that the vote writer sends to it.
 * @returns `id n hash` of the stored votes, separated by commas, without what has no receipt; `id moved` or `id
 *   unhashed` of ballots that name another question than the ballot box, or would begin its ledger with an unknown one
 */
async function storeFirstVotes({ db }: Database, ballots: readonly Ballot[]): Promise<string[]> {
  const sorted = ballots.toSorted((a, b) => (a.surveyId < b.surveyId ? -1 : Number(a.surveyId > b.surveyId)));
  const each = <Key extends keyof Ballot>(key: Key) => sorted.map((ballot) => ballot[key]);
  const first = sorted[0]?.surveyId;
  const questions = sorted.map(({ question = "" }) => question);
  const votes = sql`${each("id")}, ${each("userId")}, ${each("choice")}, ${each("comment")}, ${questions}`;
  const { rows } = await (first === sorted.at(-1)?.surveyId
    ? sql<{ stored: string }>`select stored from store_first_ballots(${first}, ${votes}) as stored`
    : sql<{ stored: string }>`
        select stored from store_first_ballots_on_several(${each("surveyId")}, ${votes}) as stored`
  ).execute(db);
  return rows.map(({ stored }) => stored);
}

/**
 * Calls `store_ballots` (database/migrations/0027-ledger-format/storing.ts) for each survey, in the order of their
 * ids, so that two batches can't deadlock. A batch for one survey passes it as a parameter, by which a distributed
 * database finds its server.
 * @returns for each survey the same as `storeFirstVotes`; `id secret` of secret votes
 */
async function storeOneByOne({ db }: Database, ballots: readonly Ballot[]): Promise<string[]> {
  const perSurvey = [...Map.groupBy(ballots, ({ surveyId }) => surveyId)]
    .map(([survey, ofSurvey]) => ({
      survey,
      ballots: ofSurvey.map((ballot) => ({
        id: ballot.id,
        userId: ballot.userId,
        choice: ballot.choice,
        comment: ballot.comment,
        replaces: ballot.replaces,
        ticketHash: ballot.ticketHash,
        invitation: ballot.invitation?.id,
        issue: ballot.invitation?.opened?.issue,
        ballotHash: ballotHashOf(ballot) ?? undefined,
        question: ballot.question ?? "",
      })),
    }))
    .sort((a, b) => (a.survey < b.survey ? -1 : 1));
  const [{ survey = "", ballots: only = [] } = {}, ...more] = perSurvey;
  const { rows } = await (more.length === 0
    ? sql<{ stored: string }>`select stored from store_ballots(${survey}, ${JSON.stringify(only)}) as stored`
    : sql<{ stored: string }>`
        select store_ballots(survey, ballots) as stored
        from json_to_recordset(${JSON.stringify(perSurvey)}) as batch(survey text, ballots json)`
  ).execute(db);
  return rows.map(({ stored }) => stored);
}

/**
 * Finds out why ballots were not stored: the person voted before, the ballot doesn't name the current vote, the survey
 * has ended, or there is no such survey or answer.
 * @param unconfirmed the ballots that were left out because their accounts don't have a confirmed address
 */
async function explain(
  { db, dialect }: Database,
  ballots: readonly Ballot[],
  unconfirmed: ReadonlySet<string>,
): Promise<Map<string, BallotResult>> {
  const [surveyId, ...others] = new Set(ballots.map((ballot) => ballot.surveyId));
  // With one survey as a parameter, a distributed database reads only the votes on it.
  const survey = others.length === 0 ? sql`${surveyId}` : sql`r."surveyId"`;
  const wanted = ballots.map((ballot) => ({ ...ballot, invitation: ballot.invitation?.id ?? null }));
  const columns = { id: "text", surveyId: "text", userId: "text", choice: "integer", invitation: "text" } as const;
  type Survey = { changeable: number; privacy: Privacy; rejection: Rejection | null };
  type Cast = { marked: string | null; castBy: string | null; castWith: string | null };
  type Found = { ballot: string; electorate: Electorate } & Survey &
    Cast & { issue: number | null; hasEnded: boolean | null } & (LatestVote | { [Column in keyof LatestVote]: null });
  const { rows: found } = await sql<Found>`
    select r.id as ballot, v.id, v.choice, v.n, v.hash, v.turn, s.ticket_hash as marked, i.issue,
      i.state = 'struck' or i.is_deleted = 1 as "hasEnded",
      vi.user_id as "castBy", vi.ballot_hash as "castWith",
      coalesce(b.changeable, 0) as changeable, coalesce(b.privacy, 'named') as privacy,
      coalesce(b.electorate, 'everyone') as electorate,
      case when (${publicOnly(dialect.now, "b")}) is not true then 'notFound'
        when ${endedOnly(dialect.now, "b")} then 'hasEnded'
        when r.choice = 2 and b.unsure = 0 then 'notOffered' end as rejection
    from ${dialect.rows(wanted, columns)}
    left join invitations i on i.survey_id = ${survey} and i.id = r.invitation
    left join votes v on v.survey_id = ${survey} and v.user_id = r."userId" and v.replaced_by is null
    left join votes vi on vi.survey_id = ${survey} and vi.invitation_id = r.invitation and vi.replaced_by is null
    left join secret_voters s on s.survey_id = ${survey} and s.voter = coalesce(r.invitation, r."userId")
    left join ballot_boxes b on b.survey_id = ${survey}`.execute(db);
  const why = new Map(found.map(({ ballot, ...row }) => [ballot, row]));
  return new Map(
    ballots.map((ballot) => {
      const row = why.get(ballot.id) as Omit<Found, "ballot">;
      const { id, choice, n, hash, turn, marked, issue, hasEnded, castBy, castWith, electorate, ...found } = row;
      const survey = { ...found, rejection: found.rejection ?? (unconfirmed.has(ballot.id) ? "confirmToVote" : null) };
      const invitedVote = castBy === null ? null : { user_id: castBy, ballot_hash: castWith };
      const { privacy, rejection } = survey;
      const find = () => {
        const castBy = privacy === "secret" ? castByTicket(ballot, marked) : castByOf(ballot, invitedVote);
        return issue === null || hasEnded === null ? null : { issue, hasEnded, castBy };
      };
      const byElectorate = electorateRejection({ electorate, privacy }, ballot, { find, incomplete: rejection });
      if (byElectorate && rejection !== "notFound") return [ballot.id, { kind: "refused", because: byElectorate }];
      if (survey.privacy === "secret") return [ballot.id, explainSecretBallot(ballot, marked, survey.rejection)];
      const vote = id === null ? null : ({ id, choice, n, hash, turn } as LatestVote);
      return [ballot.id, explainBallot(ballot, vote, survey)];
    }),
  );
}
