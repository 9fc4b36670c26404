import { dayMonthYear } from "@survey-app/contract/time.ts";
import { maskedEmail } from "@survey-app/contract/users.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { nameOfVoter } from "../invitations/invitedVoters.sql.ts";
import { joinVoters } from "../votes/listVotes.sql.ts";

/** Rows in one query: so few that none holds up other readers, and so many that a million are read within seconds. */
const ROWS_AT_ONCE = 2000;

/** The numbers of a ledger at one moment, to which a whole file belongs. */
export interface VotesMoment {
  rows: number;
  participants: number;
}

/** A vote with what the survey's owner or an admin may see of the voter. */
export interface ExportedVote {
  email: string;
  name: string;
  choice: 0 | 1 | 2;
  report: string;
  comment: string;
  votedOn: string;
  isChanged: boolean;
}

/** The id of a survey's owner. */
export async function findOwner({ db }: Database, surveyId: string): Promise<string> {
  const { owner_id } = await db
    .selectFrom("surveys")
    .select("owner_id")
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return owner_id;
}

/**
 * Reads all votes that counted at a moment, newest first, in chunks. Votes that are cast or changed meanwhile make no
 * difference. Addresses that only the owner's list has are masked for others, as the list is hidden from them.
 * @throws Error if not as many are stored as were counted
 */
export async function* readVotesAt(
  { db }: Database,
  surveyId: string,
  { rows, participants, isForOwner }: VotesMoment & { isForOwner: boolean },
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<ExportedVote[]> {
  let left = participants;
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
    const chunk = await joinVoters({ db }, surveyId, votes)
      .select(["n", "users.email", "name", "choice", "reports.text as report", "comment", "vote.created_at", "turn"])
      .select(["label", "invitations.email as invited_email"])
      .orderBy("n", "desc")
      .execute();
    left -= chunk.length;
    const last = chunk.at(-1);
    if (!last || left < 0) break;
    before = last.n;
    yield chunk.map(({ report, created_at, turn, email, name, label, invited_email, choice, comment }) => ({
      ...{ choice, comment },
      email: email ?? (isForOwner || !invited_email ? invited_email : maskedEmail(invited_email)) ?? "",
      name: nameOfVoter({ label, name, email: invited_email }),
      report: report ?? "",
      votedOn: dayMonthYear(created_at, "UTC"),
      isChanged: turn > 0,
    }));
  }
  if (left !== 0)
    throw new Error(`Survey ${surveyId} counts ${participants} votes, and ${participants - left} are stored`);
}
