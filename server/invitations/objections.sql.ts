import type { LockedSurvey } from "../ballots/ballotBox.sql.ts";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { Change } from "../events/surveyEvents.ts";
import { type InvitedPerson, isUsedByOther } from "../voters/findVoter.sql.ts";
import { invitedHasVoted } from "../voters/votesOfPerson.sql.ts";
import { updateInvitation } from "./invitedPeople.sql.ts";
import { addToNumbers } from "./listNumbers.sql.ts";

/** An objection, identified by its sender's invitation. */
interface Objection extends InvitedPerson {
  /** The `user_id` of the sender's own votes; null without any. */
  voterId: string | null;
}

/** Values of `objection`: no other person had used the invitation, or the close has to count the objection. */
const UNUSED = 1;
const COUNTS_AT_CLOSE = 2;

/**
 * Stores a person's objection that someone else used their invitation. It doesn't change votes. It counts once for each
 * invitation, and only if the invitation was used by then: otherwise an owner who keeps codes could smear honest votes.
 * An objection to an unused invitation doesn't block a later one; otherwise the owner could object first. Where the
 * result is hidden, the close counts it, and the statements and the response are the same for used and unused
 * invitations.
 * @param list the locked survey, so that the objection is counted once
 * @returns false if the invitation's objection was stored before
 */
export async function addObjection(
  change: Change,
  { voterId, ...invited }: Objection,
  list: LockedSurvey,
): Promise<boolean | "notFound" | "invitationUnused"> {
  const { tx } = change;
  const found = await tx.db
    .selectFrom("invitations")
    .select(["objected", "objection"])
    .select(({ eb }) => eb.case().when(isUsedByOther(voterId)).then(1).else(0).end().as("isUsed"))
    .where("survey_id", "=", invited.surveyId)
    .where("id", "=", invited.invitationId)
    .executeTakeFirst();
  if (!found) return "notFound";
  const { objected, objection, isUsed } = found;
  if (hidesWhoVoted(list.box.results, list.box.closed_at))
    await updateInvitation(tx, invited)
      .set({ objection: isUsed === 1 ? COUNTS_AT_CLOSE : Math.max(objection, UNUSED) })
      .execute();
  else if (isUsed === 0) return "invitationUnused";
  else if (objected === 0) await countNow(change, invited, list.now);
  return objected === 0 && objection === 0;
}

/**
 * Stores the objection of a holder of a former link or code. It counts if a later one is used by the close: one that
 * was used before it was replaced doesn't say anything about the replacement.
 * @returns false if the code's objection was stored before
 */
export async function addFormerObjection(
  change: Change,
  { hash, surveyId }: { hash: string; surveyId: string },
  list: LockedSurvey,
): Promise<boolean> {
  const isMarked = await markObjected(change.tx, hash);
  await countFormerIfShown(change, surveyId, list);
  return isMarked;
}

/** Stores the objection of a holder of a former link or code. @returns false if it was stored before */
export async function markObjected({ db }: Database, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("former_codes")
    .set({ objected: 1 })
    .where("token_hash", "=", hash)
    .where("objected", "=", 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts the objections with former codes on a locked survey immediately, unless the close does. */
export async function countFormerIfShown(change: Change, surveyId: string, { box, now }: LockedSurvey): Promise<void> {
  if (!hidesWhoVoted(box.results, box.closed_at)) await countFormer(change, surveyId, now);
}

/**
 * Counts the objections that were held back, and forgets former codes; call it when a survey for invited people is
 * closed, before its numbers are fixed.
 */
export async function countAtClose(change: Change, surveyId: string, at: number): Promise<void> {
  const { tx } = change;
  const { db } = tx;
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ objected: 1 })
    .where("survey_id", "=", surveyId)
    // The condition of the index.
    .where("objection", ">", 0)
    .where("objection", "=", COUNTS_AT_CLOSE)
    .where("objected", "=", 0)
    .executeTakeFirstOrThrow();
  const former = await markFormer(tx, surveyId);
  await db.deleteFrom("former_codes").where("survey_id", "=", surveyId).execute();
  await addCounted(change, surveyId, { count: Number(numUpdatedRows) + former, at });
}

async function countNow(change: Change, invited: InvitedPerson, at: number): Promise<void> {
  await updateInvitation(change.tx, invited).set({ objected: 1 }).execute();
  await addCounted(change, invited.surveyId, { count: 1, at });
}

async function countFormer(change: Change, surveyId: string, at: number): Promise<void> {
  await addCounted(change, surveyId, { count: await markFormer(change.tx, surveyId), at });
}

/**
 * Marks the invitations whose later code was used after a holder of a former one objected.
 * @returns the number that weren't counted before
 */
async function markFormer(tx: Database, surveyId: string): Promise<number> {
  const { db, dialect } = tx;
  const ofSurvey = await db
    .selectFrom("former_codes")
    .select("invitation")
    .where("survey_id", "=", surveyId)
    .where("objected", "=", 1)
    .where("was_used", "=", 0)
    .execute();
  const replaced = [...ofSurvey, ...(await findFormerOfMeeting(tx, surveyId))];
  if (replaced.length === 0) return 0;
  const ids = replaced.map(({ invitation }) => invitation);
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ objected: 1 })
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("objected", "=", 0)
    .where(invitedHasVoted)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * The codes of a meeting whose holders objected, and which were replaced before one of its questions was closed. A code
 * that was used before it was replaced doesn't count on the question that was open then, but does on the next ones.
 */
async function findFormerOfMeeting({ db }: Database, surveyId: string): Promise<{ invitation: string }[]> {
  const question = await db
    .selectFrom("meeting_questions")
    .innerJoin("surveys", "surveys.id", "meeting_questions.survey_id")
    .select(["meeting_id", "opened_at", "closed_at"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  if (!question) return [];
  const { meeting_id, opened_at, closed_at } = question;
  let former = db
    .selectFrom("former_codes")
    .select("invitation")
    .where("survey_id", "=", meeting_id)
    .where("objected", "=", 1)
    .where(({ or, eb }) => or([eb("was_used", "=", 0), eb("ended_at", "<=", Number(opened_at))]));
  if (closed_at !== null) former = former.where("ended_at", "<=", Number(closed_at));
  return former.execute();
}

/** Adds objections to the public numbers of a list, and reports them to the admins in one report. */
async function addCounted(
  { tx, record }: Change,
  surveyId: string,
  { count, at }: { count: number; at: number },
): Promise<void> {
  if (count === 0) return;
  await addToNumbers(tx, surveyId, at, { objections: count });
  await record({ kind: "objected", surveyId, count, by: null, logged: null, isPublic: true });
}
