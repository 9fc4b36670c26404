import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, dayMonthYear } from "@survey-app/contract/text/time.ts";
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { surveyGone } from "../ballots/ballotBox.sql.ts";
import type { AskedSurvey } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { shownAddress } from "../database/userAddress.ts";
import { addressInList, addressOfVoter, joinVoters, nameOfVoter } from "../voters/names.sql.ts";
import { eachSealedVoteByName } from "../votes/reading/votersByName.sql.ts";

/**
 * The rows of one query, which takes a few milliseconds: other readers, and requests on the main thread, run between
 * two.
 */
const ROWS_AT_ONCE = 500;

/** The numbers of a ledger at the moment that a whole file describes. */
export interface VotesMoment {
  rows: number;
  participants: number;
}

/** A vote with the voter's data that the survey's owner or an admin may see. */
export interface ExportedVote {
  email: string;
  name: string;
  choice: 0 | 1 | 2;
  report: string;
  comment: string;
  /** Empty where it would reveal which row of the ledger is the voter's. */
  votedOn: string;
  isChanged: boolean;
}

/** Finds the owners of a survey, which decide who may read its voters. @throws {ApiError} `notFound` */
export function findOwners({ db }: Database, surveyId: string): Promise<AskedSurvey> {
  return db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "asked_as_user", "accepted"])
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow(surveyGone);
}

/** The facts that decide which addresses and rows a file shows. */
interface Shown {
  participants: number;
  isForListOwner: boolean;
}

/**
 * Reads all votes that counted at a moment, newest first, in chunks. Votes that are cast or changed meanwhile don't
 * affect it.
 * @throws Error if not as many are stored as were counted
 */
export async function* readVotesAt(
  { db }: Database,
  surveyId: string,
  { rows, participants, isForListOwner }: VotesMoment & Shown,
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<ExportedVote[]> {
  let left = participants;
  const dayOf = createDays();
  for (let before = rows + 1; ; ) {
    // Not `replaced_by is null`: a vote that was replaced after the moment counted then.
    const counted: RawBuilder<boolean> = sql`(replaced_by is null or replaced_by > ${rows})`;
    const votes = db
      .selectFrom("votes")
      .selectAll()
      .where("n", "<", before)
      .where(counted)
      .orderBy("n", "desc")
      .limit(rowsAtOnce);
    const chunk = await exported({ db }, surveyId, votes).orderBy("n", "desc").execute();
    left -= chunk.length;
    const last = chunk.at(-1);
    if (!last || left < 0) break;
    before = last.n;
    yield chunk.map((row) => ({
      ...toExported(row, isForListOwner),
      votedOn: dayOf(row.created_at),
      isChanged: row.turn > 0,
    }));
  }
  requireAll(surveyId, { participants, left });
}

/**
 * Reads all votes of a closed survey whose earlier answers stay sealed, by the names of their voters, in chunks:
 * without dates and without marking changed votes, because both would reveal which row of the ledger is whose.
 * @throws Error if not as many are stored as were counted
 */
export async function* readSealedVotes(
  database: Database,
  survey: Survey,
  { participants, isForListOwner }: Shown,
): AsyncGenerator<ExportedVote[]> {
  const surveyId = survey._id;
  let left = participants;
  for await (const numbers of eachSealedVoteByName(database, survey)) {
    const votes = database.db.selectFrom("votes").selectAll().where("n", "in", numbers).limit(numbers.length);
    const rowOf = new Map((await exported(database, surveyId, votes).execute()).map((row) => [row.n, row]));
    const chunk = numbers.flatMap((n) => rowOf.get(n) ?? []);
    left -= chunk.length;
    yield chunk.map((row) => ({ ...toExported(row, isForListOwner), votedOn: "", isChanged: false }));
  }
  requireAll(surveyId, { participants, left });
}

const exported = (
  database: Pick<Database, "db">,
  surveyId: string,
  votes: SelectQueryBuilder<Tables, "votes", Selectable<Tables["votes"]>>,
) =>
  joinVoters(database, surveyId, votes)
    .select([
      "n",
      shownAddress().as("email"),
      "name",
      "choice",
      "reports.text as report",
      "comment",
      "vote.created_at",
      "turn",
    ])
    .select(["label", "invitations.email as invited_email", addressInList.as("invited_address")]);

type Row = Awaited<ReturnType<ReturnType<typeof exported>["executeTakeFirstOrThrow"]>>;

/** Addresses that are only on the owner's list are masked for others, from whom the list is hidden. */
function toExported(
  { report, email, name, label, invited_email, invited_address, choice, comment }: Row,
  isForListOwner: boolean,
): Omit<ExportedVote, "votedOn" | "isChanged"> {
  return {
    ...{ choice, comment },
    email: addressOfVoter({ email, invited_address }, { seesVoters: true, seesList: isForListOwner }),
    name: nameOfVoter({ label, name, email: invited_email }),
    report: report ?? "",
  };
}

/**
 * Formats the days of votes, each only once for many successive rows: formatting takes as long as everything else about
 * a row.
 */
function createDays(): (at: number) => string {
  let [day, text] = [Number.NaN, ""];
  return (at) => {
    if (Math.floor(at / DAY_MS) !== day) [day, text] = [Math.floor(at / DAY_MS), dayMonthYear(at, "UTC")];
    return text;
  };
}

function requireAll(surveyId: string, { participants, left }: { participants: number; left: number }): void {
  if (left !== 0)
    throw new Error(`Survey ${surveyId} counts ${participants} votes, and ${participants - left} are stored`);
}
