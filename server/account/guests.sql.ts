import { randomUUID } from "node:crypto";
import { GUEST_KEPT_DAYS, GUESTS_MAX } from "@survey-app/contract/account/guests.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { BLOCKED, GUEST_NAME } from "@survey-app/contract/users/users.ts";
import { type RawBuilder, sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import { type Change, changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import type { AdminActor, CurrentUser } from "../http/currentUser.ts";
import type { JobRun } from "../http/jobs.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { findUserIdByEmail, type LockedUser, lockUser, setPassword } from "../session/accounts.sql.ts";
import { lockAsker } from "../session/sender.sql.ts";
import { type SignedIn, type SignInClient, startSession } from "../session/session.sql.ts";
import { eraseSurvey } from "../surveys/deleteSurvey.sql.ts";

/** Guests: users without an address (contract/account/guests.ts). */

/** Inserts a guest. @throws {ApiError} `tooManyGuests` */
export async function insertGuest(tx: Database): Promise<LockedUser> {
  const { db } = tx;
  if ((await countMatching(db.selectFrom("users").where("is_guest", "=", 1))) >= GUESTS_MAX)
    throw apiError("tooManyGuests");
  const now = Date.now();
  const id = randomUUID();
  await db
    .insertInto("users")
    .values({
      id,
      name: GUEST_NAME,
      folded: storedFold(GUEST_NAME),
      email: null,
      is_guest: 1,
      email_verified: 0,
      photo_url: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return lockUser(tx, id);
}

/**
 * Makes a guest an account with the same id, and gives the browser another session: someone who knows the guest's
 * doesn't get the account.
 * @throws {ApiError} `alreadySo`, `emailTaken`; the unique index of addresses refuses one that another request takes
 *   at this moment
 */
export async function makeAccount(
  tx: Database,
  sender: CurrentUser,
  account: { name: string; email: string; photoUrl: string; passwordHash: string },
  client: SignInClient,
): Promise<SignedIn> {
  const { id, is_guest } = await lockAsker(tx, sender);
  if (!is_guest) throw apiError("alreadySo");
  const { name, email, photoUrl, passwordHash } = account;
  if ((await findUserIdByEmail(tx, email)) !== null) throw apiError("emailTaken");
  const guest = tx.db.updateTable("users").where("id", "=", id);
  await guest.set({ name, email, photo_url: photoUrl, is_guest: 0, updated_at: Date.now() }).execute();
  // Set after the name, because the trigger on names empties it.
  await guest.set({ folded: storedFold(name) }).execute();
  await setPassword(tx, id, passwordHash);
  await enqueueEmail(tx, email, { kind: "emailVerification", userId: id });
  await tx.db.deleteFrom("sessions").where("user_id", "=", id).execute();
  return startSession(tx, await lockUser(tx, id), client, { hasSecondFactor: false });
}

/** Locks a guest who is to be deleted. */
const lockGuest = ({ db, dialect }: Database, id: string) =>
  db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("is_guest", "=", 1)
    .$call(dialect.lockToDelete)
    .executeTakeFirst();

const surveysOf = ({ db }: Database, userId: string) => db.selectFrom("surveys").where("owner_id", "=", userId);

/**
 * What a transaction deleted of a guest: a survey with its votes, or, after the last survey, the guest; null for
 * nothing.
 */
type Deleted = "survey" | "guest" | null;

/** Deletes the first survey of a locked guest with its votes, or the guest if none is left. */
async function deleteNext(change: Change, id: string): Promise<Deleted> {
  const survey = await surveysOf(change.tx, id).select(["id", "status"]).orderBy("id").limit(1).executeTakeFirst();
  if (survey) {
    await eraseSurvey(change, survey);
    return "survey";
  }
  await change.tx.db.deleteFrom("users").where("id", "=", id).execute();
  return "guest";
}

/**
 * Deletes a guest in one transaction for each survey: on SQLite all votes wait for one, and a guest can have many
 * surveys.
 * @returns whether the guest is deleted
 */
async function deleteStepByStep(database: Database, step: (tx: Database) => Promise<Deleted>): Promise<boolean> {
  for (;;) {
    const deleted = await database.transaction(step);
    if (deleted !== "survey") return deleted === "guest";
  }
}

/** Deletes a guest with all surveys and their votes, for an admin. @throws {ApiError} `notFound` */
export async function deleteGuest(
  database: Database,
  id: string,
  { by, record }: { by: AdminActor; record: RecordSurveyEvent },
): Promise<void> {
  await database.transaction((tx) => blockToDelete(tx, id, by));
  await deleteStepByStep(database, async (tx) =>
    (await lockGuest(tx, id)) ? deleteNext(changeOf(tx, by, record), id) : null,
  );
}

/**
 * Logs the deletion and blocks the guest, who could otherwise ask again, or become an account, before it is complete.
 */
async function blockToDelete(tx: Database, id: string, by: AdminActor): Promise<void> {
  orNotFound((await lockGuest(tx, id)) ?? null);
  const surveys = await countMatching(surveysOf(tx, id));
  await tx.db.updateTable("users").set({ status: BLOCKED }).where("id", "=", id).execute();
  await logAction(tx, by, { action: "guestDeleted", about: { kind: "user", id }, before: { surveys }, after: {} });
}

/** The most guests deleted in one run. */
const BATCH_MAX = 500;

/**
 * SQL condition on `users`: a guest whose last survey closed long ago, or who was created long ago and has none. A
 * survey that was never published is never closed, so its deadline counts instead.
 */
function isDue(now: number): RawBuilder<boolean> {
  const before = now - GUEST_KEPT_DAYS * DAY_MS;
  return sql<boolean>`(users.is_guest = 1 and users.created_at < ${before} and not exists (
    select 1 from surveys
    where surveys.owner_id = users.id and case
      when surveys.closed_at is not null then surveys.closed_at >= ${before}
      else surveys.first_published_at is not null or surveys.ends_at is null or surveys.ends_at >= ${before} end))`;
}

/**
 * Deletes the guests who are due, with their surveys.
 * @param onDeleted is called with the id of each
 * @returns how many
 */
export async function deleteDueGuests(
  database: Database,
  { record, onDeleted, run }: { record: RecordSurveyEvent; onDeleted: (id: string) => Promise<void>; run?: JobRun },
): Promise<number> {
  const due = await database.db
    .selectFrom("users")
    .select("id")
    .where(isDue(Date.now()))
    .where(isTriable("guests", "users.id"))
    .orderBy("created_at")
    .limit(BATCH_MAX)
    .execute();
  let deleted = 0;
  const step = async (id: string) => {
    if (!(await deleteStepByStep(database, (tx) => deleteNextIfDue(tx, id, record)))) return;
    deleted += 1;
    await onDeleted(id);
  };
  await eachRow(database, "guests", { keys: due.map(({ id }) => id), step, run });
  return deleted;
}

/** Compares again under the lock: the guest may have asked or become an account meanwhile, and the clock can jump. */
async function deleteNextIfDue(tx: Database, id: string, record: RecordSurveyEvent): Promise<Deleted> {
  await lockGuest(tx, id);
  const due = await tx.db.selectFrom("users").select("id").where("id", "=", id).where(isDue(Date.now())).execute();
  if (due.length === 0 || (await isClockHeld(tx))) return null;
  return deleteNext(changeOf(tx, null, record), id);
}
