import { sql } from "kysely";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import { makeInvitations } from "../invitations/codes.sql.ts";
import type { InvitationTokens } from "../invitations/invitationTokens.ts";
import { addToNumbers, BEFORE_OPENING } from "../invitations/listNumbers.sql.ts";

/**
 * The list of a meeting, which stands in `invitations` under the meeting's id. Rows are read and then inserted from one
 * parameter: on a distributed database the lists of a meeting and of a question can be on different servers.
 */

/** The columns that say who someone on a list is. */
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

/** How many people on the list of a meeting can vote. */
export const countVoters = ({ db }: Database, meetingId: string): Promise<number> =>
  countMatching(
    db
      .selectFrom("invitations")
      .where("survey_id", "=", meetingId)
      .where("state", "<>", "struck")
      .where("is_deleted", "=", 0),
  );

/**
 * Gives a new question the list of its meeting: everyone with the same id and issue, removed ones as removed, without a token,
 * because people open the meeting. Its numbers are those of the meeting, so that nothing that was done between two questions
 * is forgotten; objections are of each question.
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
  const made = await makeInvitations(tx, tokens, people);
  const rows = made.map(({ id, email, label, stored }) => ({
    id,
    email,
    label,
    folded: storedFold(label),
    token_hash: stored.tokenHash,
    at: now,
  }));
  const columns = {
    id: "text",
    email: "text",
    label: "text",
    folded: "text",
    token_hash: "text",
    at: "bigint",
  } as const;
  await sql`
    insert into invitations (survey_id, id, email, label, folded, token_hash, created_at)
    select ${to}, id, email, label, folded, token_hash, at from ${tx.dialect.rows(rows, columns)}`.execute(tx.db);
  await addToNumbers(tx, to, BEFORE_OPENING, { added: rows.length });
}

/** The public numbers of a meeting's list: who is on it now, and how many codes, unsent links and replacements there are. */
export async function countList({ db }: Database, meetingId: string) {
  const { added, struck, codes, sent, replaced } = await db
    .selectFrom("invitation_days")
    .select(({ fn }) => [
      fn.sum<number | null>("added").as("added"),
      fn.sum<number | null>("struck").as("struck"),
      fn.sum<number | null>("codes").as("codes"),
      fn.sum<number | null>("sent").as("sent"),
      fn.sum<number | null>("replaced").as("replaced"),
    ])
    .where("survey_id", "=", meetingId)
    .executeTakeFirstOrThrow();
  const [all, withCode] = [Number(added ?? 0), Number(codes ?? 0)];
  return {
    people: all - Number(struck ?? 0),
    codes: withCode,
    notSent: all - withCode - Number(sent ?? 0),
    replaced: Number(replaced ?? 0),
  };
}
