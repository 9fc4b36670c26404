import type { StepJob } from "@survey-app/contract/ops/failedWork.ts";
import type { Registration } from "@survey-app/contract/session/registration.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { DELETED, DELETED_NAME } from "@survey-app/contract/users/users.ts";
import { type ExpressionBuilder, sql } from "kysely";
import { lockBallotBox, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { findRequestedSurvey, syncCoOwners } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { JobRun } from "../http/jobs.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";
import { removeMeetingsOf } from "../meetings/removedMeetings.sql.ts";
import { eachRow, findFailed, isTriable } from "../queues/steps.sql.ts";
import { findPasswordHash, type LockedUser } from "../session/accounts.sql.ts";
import { lockSender } from "../session/sender.sql.ts";
import { deleteSurveyRows } from "../surveys/deleteSurvey.sql.ts";
import { lockAdmins } from "../users/users.sql.ts";
import { removeFromLists } from "../voterLists/listedPeople.sql.ts";
import { keepFormerMailbox } from "../voters/countedAddresses.sql.ts";
import { anonymizeInvitations, lockMeetingsOf } from "../voters/deletedAccounts.sql.ts";
import { removeTrailOfAccount, removeTrailOfAddress } from "../voters/emailTrail.sql.ts";
import { isCastBy } from "../voters/votesOfPerson.sql.ts";

/** The result of deleting an account. `changed`: its password has changed since the request was checked. */
export type Deletion = "deleted" | "lastAdmin" | "changed";

/**
 * Anonymizes the account of a request: its votes stay counted and its surveys stay published under the name of a
 * deleted user; all personal data and the comments of its votes are deleted, except for the comments left to
 * `removeLeftComments`.
 * @param hash of the password that was typed; null for an account without one
 * @throws {ApiError} `sessionEnded`
 */
export function anonymizeAccount(
  database: Database,
  sender: CurrentUser,
  { hash, ...kept }: { hash: string | null } & Kept,
): Promise<Deletion> {
  const { userId } = sender;
  return database.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    if (admins.includes(userId) && admins.length === 1) return "lastAdmin";
    const user = await lockSender(tx, sender);
    if ((await findPasswordHash(tx, userId)) !== hash) return "changed";
    await removePersonalData(tx, user, kept);
    return "deleted";
  });
}

/** The dependencies of a job that deletes accounts. */
export interface AccountDeletions extends Kept {
  /** Called with the id of each account that was deleted. */
  onDeleted: (userId: string) => Promise<void>;
  run?: JobRun;
}

/**
 * Deletes the accounts that are due in a job, each in a transaction of its own.
 * @param lockDue locks an account, and returns it if it is still due; null if not
 * @returns how many
 */
export async function deleteDueAccounts(
  database: Database,
  job: StepJob,
  {
    keys,
    lockDue,
    onDeleted,
    run,
    ...kept
  }: AccountDeletions & {
    keys: readonly string[];
    lockDue: (tx: Database, id: string) => Promise<LockedUser | null>;
  },
): Promise<number> {
  let deleted = 0;
  const step = async (id: string) => {
    const isDeleted = await database.transaction(async (tx) => {
      const user = await lockDue(tx, id);
      if (user) await removePersonalData(tx, user, kept);
      return user !== null;
    });
    if (!isDeleted) return;
    deleted += 1;
    // First, because others would still see the person while many comments are removed.
    await onDeleted(id);
    await removeLeftComments(database, id);
  };
  await eachRow(database, job, { keys, step, run });
  return deleted;
}

/** The settings that decide which hashes of its address stay when an account is deleted. */
interface Kept {
  countedAddressKey: CountedAddressKey;
  registration: Registration;
}

/**
 * Removes the data of a locked user, as described at `anonymizeAccount`, except for the comments left to
 * `removeLeftComments`.
 */
export async function removePersonalData(
  tx: Database,
  { id: userId, email, email_verified }: Pick<LockedUser, "id" | "email" | "email_verified">,
  { countedAddressKey, registration }: Kept,
): Promise<void> {
  const { db } = tx;
  if (registration.kind === "domains" && email !== null) await keepFormerMailbox(tx, email, countedAddressKey);
  await db
    .updateTable("users")
    .set({
      name: DELETED_NAME,
      language: null,
      time_zone: null,
      email: null,
      email_verified: 0,
      photo_url: null,
      passkey_handle: null,
      erase_at: null,
      role: "user",
      status: DELETED,
      updated_at: Date.now(),
    })
    .where("id", "=", userId)
    .execute();
  const person = { userId, email: email_verified === 1 ? email : null };
  // Meetings are locked before ballot boxes.
  const meetings = await lockMeetingsOf(tx, person);
  await removeMeetingsOf(tx, userId);
  // Ballot boxes are locked before other rows, as everywhere: deleting one of these surveys holds its box while it
  // waits for rows such as the account's choice to follow it. The survey of a request to become a surveyor was never
  // public.
  const requested = await findRequestedSurvey(tx, userId);
  if (requested) {
    await lockBallotBox(tx, requested);
    await deleteSurveyRows(tx, requested);
  }
  await anonymizeInvitations(tx, person, { key: countedAddressKey, meetings });
  await endCoOwnerships(tx, userId, person.email);
  for (const table of [
    "sessions",
    "api_keys",
    "accounts",
    "memberships",
    "mail_links",
    "known_devices",
    "passkeys",
    "second_factors",
    "recovery_codes",
    "remembered_devices",
    "follows",
    "unwanted_emails",
    "webhooks",
  ] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
  await db
    .deleteFrom("room_questions")
    .where("survey_id", "in", (eb) => eb.selectFrom("surveys").select("id").where("owner_id", "=", userId))
    .execute();
  // Co-owners who keep a survey can still make the codes.
  await db
    .deleteFrom("waiting_people")
    .where("survey_id", "in", (eb) =>
      eb.selectFrom("surveys").select("id").where("owner_id", "=", userId).where("co_owners", "=", ""),
    )
    .execute();
  // The next hourly job cancels unfinished payments.
  await db
    .updateTable("payments")
    .set({ check_at: Date.now(), checks: 0 })
    .where("user_id", "=", userId)
    .where("status", "=", "pending")
    .execute();
  // The condition on the mailbox lets the index find these rows.
  const enqueued = db
    .deleteFrom("outbox")
    .where(
      ({ ref }) => sql<boolean>`${tx.dialect.mailbox(ref("address"))} = ${email === null ? null : mailboxOf(email)}`,
    )
    .where("address", "=", email);
  // An unconfirmed address can belong to another person, who is waiting for an invitation.
  await (email_verified === 1 ? enqueued : enqueued.where("is_bulk", "=", 0)).execute();
  // After the outbox: an email that is sent meanwhile has left its trail by then.
  await removeTrailOfAccount(tx, userId);
  if (email !== null) await removeTrailOfAddress(tx, { email, isConfirmed: email_verified === 1 });
  await removeComments(tx, userId);
  await removeAppeals(tx, userId);
  await removeFromLists(tx, userId, person.email);
  // The contact line names the owner or their address. Last, because other transactions lock each of these rows after
  // its ballot box.
  await db
    .updateTable("surveys")
    .set({ contact: "" })
    .where("owner_id", "=", userId)
    .where("contact", "<>", "")
    .execute();
}

/** The most comments that one step removes: on SQLite votes wait for it. */
const COMMENTS_MAX = 100;

/** How far back late data are searched, in milliseconds: longer than an instance can be cut off from the database. */
const LATE_MS = DAY_MS;

/**
 * Removes what was stored about accounts while they were deleted, or left when the process ended: the comments of votes
 * that were queued, because checking whether the account still exists would slow down every vote; and the trail of
 * emails, because a lock that prevents this would make the mailer and a deletion wait for each other.
 * @param reading the connection that searches the accounts: on SQLite, not the one on the thread that serves votes
 */
export async function removeLateData(database: Database, reading: Database, run?: JobRun): Promise<void> {
  const deleted = await reading.db
    .selectFrom("users")
    .select("id")
    // A literal, because the index has one.
    .where("status", "=", sql.lit(DELETED))
    .where("updated_at", ">", Date.now() - LATE_MS)
    .where(isTriable("lateComments", "users.id"))
    .execute();
  // Includes accounts whose removal has failed for so long that they were deleted before that time.
  const failed = await findFailed(reading, "lateComments", "over");
  const keys = new Set([...deleted.map(({ id }) => id), ...failed]);
  const step = async (id: string) => {
    await removeLeftComments(database, id);
    await removeTrailOfAccount(database, id);
  };
  await eachRow(database, "lateComments", { keys, step, run });
}

/**
 * Ends an account's part in surveys with several owners. Its own surveys stay with their co-owners; invited people who
 * haven't accepted yet no longer can.
 * @param email its confirmed address, to which surveys may be offered; null without one
 */
async function endCoOwnerships(tx: Database, userId: string, email: string | null): Promise<void> {
  const { db } = tx;
  const isTheirs = (eb: ExpressionBuilder<Tables, "survey_owners">) =>
    eb.or([
      eb("user_id", "=", userId),
      ...(email === null ? [] : [eb("email", "=", email)]),
      eb.and([
        eb("accepted_at", "is", null),
        eb("survey_id", "in", eb.selectFrom("surveys").select("id").where("owner_id", "=", userId)),
      ]),
    ]);
  const affected = await db
    .selectFrom("survey_owners")
    .select("survey_id")
    .distinct()
    .where(isTheirs)
    .orderBy("survey_id")
    .execute();
  // First and in this order, as in the transactions that accept or leave at the same time.
  for (const { survey_id } of affected) await lockSurvey(tx, survey_id);
  await db.deleteFrom("survey_owners").where(isTheirs).execute();
  for (const { survey_id } of affected) await syncCoOwners(tx, survey_id);
}

/** Removes the texts of an owner's appeals against unpublishing. The fact that there was an appeal stays known. */
async function removeAppeals({ db }: Database, userId: string): Promise<void> {
  await db
    .updateTable("feedback")
    .set({ appeal: "" })
    .where("appeal", "is not", null)
    .where("survey_id", "in", (eb) => eb.selectFrom("surveys").select("id").where("owner_id", "=", userId))
    .execute();
}

/**
 * Removes the comments of an account that are left after `removePersonalData`, which removes as many as one step may.
 * Does it step by step, so that votes are stored in between. If the process ends before the last step, the hourly job
 * continues (`removeLateData`).
 */
export async function removeLeftComments(database: Database, userId: string): Promise<void> {
  while (await removeComments(database, userId));
}

/** Removes the oldest comments of an account, as many as one step may. @returns whether there may be more */
async function removeComments({ db }: Database, userId: string): Promise<boolean> {
  // A literal, because the index of comments by voter has one.
  const isCommented = sql<boolean>`${isCastBy(userId)} and comment <> ''`;
  const ids = db.selectFrom("votes").select("id").where(isCommented).orderBy("id");
  const last = await ids
    .offset(COMMENTS_MAX - 1)
    .limit(1)
    .executeTakeFirst();
  await db
    .updateTable("votes")
    .set({ comment: "", commented_at: null })
    .where(isCommented)
    .$if(last !== undefined, (update) => update.where("id", "<=", last?.id ?? ""))
    .execute();
  return last !== undefined;
}
