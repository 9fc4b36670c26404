import { sql } from "kysely";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { makeInvitations } from "../invitations/codes.sql.ts";
import { storeInvitations } from "../invitations/invitations.sql.ts";
import type { InvitationTokens } from "../invitations/invitationTokens.ts";
import { addToNumbers, BEFORE_OPENING, findListNumbers } from "../invitations/listNumbers.sql.ts";

/**
 * The list of a meeting, which is stored in `invitations` under the meeting's id. Rows are read and then inserted from
 * one parameter: on a distributed database the lists of a meeting and of a question can be on different servers.
 */

/** The columns that identify a person on a list. */
const person = {
  id: "text",
  label: "text",
  folded: "text",
  email: "text",
  is_deleted: "integer",
  issue: "bigint",
  state: "text",
  is_unknown_address: "integer",
  wants_email: "integer",
  struck_at: "bigint",
  created_at: "bigint",
} as const;
const personColumns = Object.keys(person) as (keyof typeof person)[];

/** Everyone on the list of a meeting that is locked, removed ones included. */
export const readList = ({ db }: Database, meetingId: string) =>
  db
    .selectFrom("invitations")
    .select([...personColumns, "code_key"])
    .where("survey_id", "=", meetingId)
    .orderBy("id")
    .execute();

type ListedPerson = Awaited<ReturnType<typeof readList>>[number];

/** Whether someone on a list can vote. */
export const canVote = ({ state, is_deleted }: Pick<ListedPerson, "state" | "is_deleted">): boolean =>
  state !== "struck" && is_deleted === 0;

/** The number of people on the list of a meeting who can vote. */
export const countVoters = ({ db }: Database, meetingId: string): Promise<number> =>
  countMatching(
    db
      .selectFrom("invitations")
      .where("survey_id", "=", meetingId)
      .where("state", "<>", "struck")
      .where("is_deleted", "=", 0),
  );

/**
 * Gives a new question the list of its meeting: everyone with the same id and issue, removed ones as removed, without a
 * token, because people open the meeting. Its numbers are those of the meeting, so that changes between two questions
 * aren't lost; objections belong to each question.
 */
export async function copyListToQuestion(
  tx: Database,
  { meetingId, surveyId }: { meetingId: string; surveyId: string },
  people: readonly ListedPerson[],
): Promise<void> {
  const names = sql.join(personColumns.map((name) => sql.ref(name)));
  await sql`
    insert into invitations (survey_id, token_hash, ${names})
    select ${surveyId}, '', ${names} from ${tx.dialect.rows(people, person)}`.execute(tx.db);
  const days = await tx.db.selectFrom("invitation_days").selectAll().where("survey_id", "=", meetingId).execute();
  if (days.length === 0) return;
  await tx.db
    .insertInto("invitation_days")
    .values(days.map((day) => ({ ...day, survey_id: surveyId, objections: 0 })))
    .execute();
}

/**
 * Gives a new meeting the people of another one who have an address and were not removed, with new links. Codes are
 * not copied: the owner makes new ones and hands them out.
 */
export async function copyListToMeeting(
  tx: Database,
  { from, to }: { from: string; to: string },
  { tokens, now }: { tokens: InvitationTokens; now: number },
): Promise<void> {
  const people = (await readList(tx, from)).filter((each) => each.email !== null && canVote(each));
  if (people.length === 0) return;
  const added = await makeInvitations(tx, tokens, people);
  await storeInvitations(tx, to, { added, at: now, ticketHash: null });
  await addToNumbers(tx, to, BEFORE_OPENING, { added: added.length });
}

/**
 * The public numbers of a meeting's list: the number of people on it now, and of codes, unsent links and replacements.
 */
export async function countList(database: Database, meetingId: string) {
  const { invited, added, struck, codes, unsent, replaced } = await findListNumbers(database, meetingId, 0);
  return { people: invited + added - struck, codes, notSent: unsent, replaced };
}

/** The number of people now on the lists of these meetings, by id. */
export async function countPeople(
  { db, dialect }: Database,
  meetingIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const lists = await db
    .selectFrom("invitation_days")
    .select(({ fn }) => ["survey_id", fn.sum<number>("added").as("added"), fn.sum<number>("struck").as("struck")])
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), meetingIds))
    .groupBy("survey_id")
    .execute();
  return new Map(lists.map(({ survey_id, added, struck }) => [survey_id, Number(added) - Number(struck)]));
}
