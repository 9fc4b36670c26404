import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { SharedSurveys, SurveyOwners } from "@survey-app/contract/surveys/owners.ts";
import { CO_OWNERS_MAX, OWNER_INVITATION_DAYS, SHARED_SURVEYS_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { shownName, VERIFIED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { type LockedSurvey, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { findMeetingOf } from "../ballots/meetingOf.sql.ts";
import { findOwnersToEmail, syncCoOwners } from "../ballots/rights.sql.ts";
import { coOwnersOf, may, type SurveyOwners as OwnerIds, type Action as SurveyAction } from "../ballots/rights.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { deleteInChunks } from "../database/deleteInChunks.ts";
import type { Failure } from "../database/inSavepoint.ts";
import { newId } from "../database/newId.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import { shownAddress } from "../database/userAddress.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { isReachable, whyUnreachable } from "../mail/wantedEmails.sql.ts";
import { lockSender } from "../session/sender.sql.ts";
import { readSurveys, toSurvey } from "../surveys/surveys.sql.ts";
import { keepTrail } from "../voters/emailTrail.sql.ts";

/** SQL condition on `survey_owners`: the invitation can still be accepted. */
const isRecent = () => sql<boolean>`survey_owners.created_at > ${Date.now() - OWNER_INVITATION_DAYS * DAY_MS}`;

/** The sender, whose session is checked again in the transaction. */
type Action = SurveyAction<CurrentUser>;

/** The owners of a survey as a reader sees them; null if they may not read the survey before it is public. */
export async function listOwners(
  { db }: Database,
  surveyId: string,
  reader: CurrentUser,
): Promise<SurveyOwners | null> {
  const survey = await db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["owner_id", "co_owners", "users.name", shownAddress().as("email")])
    .where("surveys.id", "=", surveyId)
    .executeTakeFirst();
  if (!survey || !may("readPrivate", reader, survey)) return null;
  const seesInvited = may("chooseOwners", reader, survey) || reader.storedRole === "admin";
  const rows = await db
    .selectFrom("survey_owners")
    .leftJoin("users", "users.id", "survey_owners.user_id")
    .select(["survey_owners.id", "survey_owners.created_at", "accepted_at", "survey_owners.email as invitedEmail"])
    .select(["users.id as userId", "users.name", "users.email", "users.role", "users.status"])
    .where("survey_id", "=", surveyId)
    .where(({ or, eb }) => or([eb("accepted_at", "is not", null), eb.and([isRecent(), eb.lit(seesInvited)])]))
    .orderBy("survey_owners.id")
    .execute();
  return {
    owner: { name: survey.name, email: survey.email, isYou: survey.owner_id === reader.userId },
    coOwners: rows.map(({ id, created_at, accepted_at, invitedEmail, userId, name, email, role, status }) => ({
      _id: id,
      name,
      email: email ?? invitedEmail ?? "",
      invitedAt: toIso(created_at),
      acceptedAt: toIso(accepted_at),
      isActive: status === VERIFIED && role !== "user",
      isYou: userId === reader.userId,
    })),
  };
}

/**
 * Invites an address to co-own a survey of the sender. Only surveyors get an email, so that no one can send emails to
 * strangers this way. Call it in a transaction.
 * @returns the invitation's id, and the error if the reason for not sending an email could not be kept
 * @throws {ApiError} `sessionEnded`
 */
export async function inviteCoOwner(
  tx: Database,
  surveyId: string,
  email: string,
  by: Action,
): Promise<
  { id: string; trailFailure: Failure | null } | "notFound" | "alreadyOwner" | "tooManyOwners" | "questionOfMeeting"
> {
  const { db } = tx;
  const sender = await lockSender(tx, by.currentUser);
  const locked = await lockOwned(tx, surveyId, by.currentUser);
  if (!locked || sender.role === "user") return "notFound";
  if ((await findMeetingOf(tx, surveyId)) !== null) return "questionOfMeeting";
  // An invitation that has expired can be repeated.
  await db
    .deleteFrom("survey_owners")
    .where("survey_id", "=", surveyId)
    .where("accepted_at", "is", null)
    .where(({ not }) => not(isRecent()))
    .execute();
  const rows = await db
    .selectFrom("survey_owners")
    .leftJoin("users", "users.id", "survey_owners.user_id")
    .select(["users.email", "survey_owners.email as invitedEmail"])
    .where("survey_id", "=", surveyId)
    .execute();
  if (email === sender.email || rows.some((row) => row.email === email || row.invitedEmail === email))
    return "alreadyOwner";
  if (rows.length >= CO_OWNERS_MAX) return "tooManyOwners";
  const id = newId();
  await db
    .insertInto("survey_owners")
    .values({ id, survey_id: surveyId, user_id: null, email, created_at: Date.now(), accepted_at: null })
    .execute();
  const invitation = { kind: "coOwnerInvited", surveyId } as const;
  const reason = await whyNotInvited(tx, surveyId, email);
  if (reason === null) await enqueueEmail(tx, email, invitation);
  // Only admins find the reason: the owner doesn't learn whether the address is a surveyor's.
  const trailFailure = reason && (await keepTrail(tx, [{ address: email, email: invitation, reason }]));
  await log(tx, "coOwnerInvited", locked, { surveyId, by });
  return { id, trailFailure };
}

/**
 * Makes the co-owners of a survey co-owners of another one of its owner, which was just stored, because they lead the
 * same room. People who already share as many surveys as they can are left out.
 */
export async function shareWithCoOwners(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const { db } = tx;
  const shared = await db
    .selectFrom("survey_owners")
    .select(["user_id", "accepted_at"])
    .where("survey_id", "=", from)
    .where("user_id", "is not", null)
    .where(
      ({ selectFrom }) =>
        selectFrom("survey_owners as other")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .whereRef("other.user_id", "=", "survey_owners.user_id"),
      "<",
      SHARED_SURVEYS_MAX,
    )
    .execute();
  if (shared.length === 0) return;
  const created_at = Date.now();
  const rows = shared.map((row) => ({ id: newId(), survey_id: to, email: null, created_at, ...row }));
  await db.insertInto("survey_owners").values(rows).execute();
  await syncCoOwners(tx, to);
}

/** Whether a person is among the owners of a survey, whatever their role is now. */
const isOneOf = (survey: OwnerIds, userId: string): boolean =>
  survey.owner_id === userId || coOwnersOf(survey).includes(userId);

/**
 * Makes the sender a co-owner of a survey to which their confirmed address is invited, if its owner may still invite.
 * Call it in a transaction. @throws {ApiError} `sessionEnded`
 */
export async function acceptCoOwnership(
  tx: Database,
  surveyId: string,
  by: Action,
): Promise<"accepted" | "notFound" | "confirmFirst" | "tooManyShared"> {
  const { db } = tx;
  const { userId } = by.currentUser;
  const sender = await lockSender(tx, by.currentUser);
  const locked = await lockSurvey(tx, surveyId);
  if (!locked || sender.role === "user") return "notFound";
  // Checked first, so that an address that isn't confirmed can't be used to find out whether it is invited.
  if (sender.email_verified === 0) return "confirmFirst";
  const invitation = await findInvitation(tx, surveyId, sender.email);
  if (!invitation || isOneOf(locked.survey, userId)) return "notFound";
  const shared = await countMatching(db.selectFrom("survey_owners").where("user_id", "=", userId));
  if (shared >= SHARED_SURVEYS_MAX) return "tooManyShared";
  await db
    .updateTable("survey_owners")
    .set({ user_id: userId, email: null, accepted_at: locked.now })
    .where("id", "=", invitation.id)
    .execute();
  await syncCoOwners(tx, surveyId);
  await tellOwner(tx, surveyId, "coOwnerJoined", locked, sender.name);
  await log(tx, "coOwnerAdded", locked, { surveyId, by });
  return "accepted";
}

/**
 * Whether an address is invited to co-own a survey now, by an owner who may still invite: one who isn't blocked,
 * demoted or deleted.
 */
async function findInvitation({ db }: Database, surveyId: string, email: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom("survey_owners")
    .innerJoin("surveys", "surveys.id", "survey_owners.survey_id")
    .innerJoin("users as owner", "owner.id", "surveys.owner_id")
    .select("survey_owners.id")
    .where("survey_owners.survey_id", "=", surveyId)
    .where("survey_owners.email", "=", email)
    .where("owner.status", "=", VERIFIED)
    .where("owner.role", "<>", "user")
    .where(isRecent())
    .executeTakeFirst();
}

/**
 * The reason why an address doesn't get an email that invites it to co-own a survey: only surveyors and admins can
 * accept. Null if it gets one.
 */
export async function whyNotInvited(
  database: Database,
  surveyId: string,
  address: string,
): Promise<UnsentReason | null> {
  const { db } = database;
  const owner = await db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["users.status", "users.role"])
    .where("surveys.id", "=", surveyId)
    .executeTakeFirst();
  if (!owner) return "surveyDeleted";
  if (owner.status !== VERIFIED || owner.role === "user") return "senderStopped";
  if (!(await findInvitation(database, surveyId, address))) return "roleChanged";
  const found = await db
    .selectFrom("users")
    .select(["role", whyUnreachable.as("reason")])
    .where("email", "=", address)
    .executeTakeFirst();
  if (!found) return "noAccount";
  return found.reason ?? (found.role === "user" ? "roleChanged" : null);
}

/**
 * Ends the co-ownership of the sender, or declines the invitation to their confirmed address. Call it in a transaction.
 * @returns false if there is neither
 * @throws {ApiError} `sessionEnded`
 */
export async function leaveSurvey(tx: Database, surveyId: string, by: Action): Promise<boolean> {
  const { userId } = by.currentUser;
  const sender = await lockSender(tx, by.currentUser);
  const locked = await lockSurvey(tx, surveyId);
  if (!locked) return false;
  const left = await tx.db
    .deleteFrom("survey_owners")
    .where("survey_id", "=", surveyId)
    .where(({ or, eb }) =>
      or([eb("user_id", "=", userId), ...(sender.email_verified === 1 ? [eb("email", "=", sender.email)] : [])]),
    )
    .returning("user_id")
    .execute();
  if (left.length === 0) return false;
  // It can be several rows: an account that moved to another invited address has a co-ownership and an invitation.
  if (left.some(({ user_id }) => user_id !== null)) {
    await syncCoOwners(tx, surveyId);
    await tellOwner(tx, surveyId, "coOwnerLeft", locked, sender.name);
    await log(tx, "coOwnerLeft", locked, { surveyId, by });
  }
  return true;
}

/**
 * Removes a co-owner of a survey of the sender, or takes back an invitation. Call it in a transaction.
 * @returns false if there is none
 */
export async function removeCoOwner(
  tx: Database,
  { surveyId, ownerRowId }: { surveyId: string; ownerRowId: string },
  by: Action,
): Promise<boolean> {
  await lockSender(tx, by.currentUser);
  const locked = await lockOwned(tx, surveyId, by.currentUser);
  if (!locked) return false;
  const removed = await tx.db
    .deleteFrom("survey_owners")
    .where("survey_id", "=", surveyId)
    .where("id", "=", ownerRowId)
    .returning("user_id")
    .executeTakeFirst();
  if (!removed) return false;
  const { user_id: userId } = removed;
  await log(tx, "coOwnerRemoved", locked, { surveyId, by, person: userId });
  if (userId === null) return true;
  await syncCoOwners(tx, surveyId);
  const former = await tx.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where(isReachable)
    .executeTakeFirst();
  if (former) await enqueueEmail(tx, former.email, { kind: "coOwnerRemoved", surveyId });
  return true;
}

/** The surveys that a user co-owns, newest first, and those to which their confirmed address is invited. */
export async function listSharedSurveys(database: Database, reader: CurrentUser): Promise<SharedSurveys> {
  const entries = sql`select survey_id as id, survey_id as position from survey_owners
    where user_id = ${reader.userId} order by survey_id desc limit ${SHARED_SURVEYS_MAX}`;
  const surveys = await readSurveys(database, entries, "desc");
  const invitations = await database.db
    .selectFrom("survey_owners")
    .innerJoin("users as invited", "invited.email", "survey_owners.email")
    .innerJoin("surveys", "surveys.id", "survey_owners.survey_id")
    .innerJoin("users as owner", "owner.id", "surveys.owner_id")
    .select(["surveys.id as surveyId", "surveys.title as Title", "surveys.language"])
    .select(["owner.name as ownerName", "survey_owners.created_at"])
    .where("invited.id", "=", reader.userId)
    .where("invited.email_verified", "=", 1)
    .where("owner.status", "=", VERIFIED)
    .where("owner.role", "<>", "user")
    .where(isRecent())
    .orderBy("survey_owners.id", "desc")
    .limit(SHARED_SURVEYS_MAX)
    .execute();
  return {
    surveys: surveys.filter((row) => may("readPrivate", reader, row)).map((row) => toSurvey(row, reader)),
    invitations: invitations.map(({ created_at, language, ownerName, ...invitation }) => ({
      ...invitation,
      ownerName: shownName(ownerName),
      language: readLanguage(language),
      invitedAt: toIso(created_at),
    })),
  };
}

/** Deletes invitations that weren't accepted in time, because they contain addresses. */
export function removeExpiredInvitations(database: Database): Promise<void> {
  const isOld = sql<boolean>`accepted_at is null and not ${isRecent()}`;
  return deleteInChunks(database, "survey_owners", "id", isOld);
}

/** Locks a survey whose owners a person may choose; null if there is none. */
async function lockOwned(tx: Database, surveyId: string, person: CurrentUser): Promise<LockedSurvey | null> {
  const locked = await lockSurvey(tx, surveyId);
  return locked && may("chooseOwners", person, locked.survey) ? locked : null;
}

async function tellOwner(
  tx: Database,
  surveyId: string,
  kind: "coOwnerJoined" | "coOwnerLeft",
  { survey }: LockedSurvey,
  name: string,
): Promise<void> {
  const owner = (await findOwnersToEmail(tx, surveyId)).find(({ id }) => id === survey.owner_id);
  if (owner) await enqueueEmail(tx, owner.email, { kind, surveyId, name });
}

/** Logs without addresses and names, because audit events are never deleted. */
function log(
  tx: Database,
  action: "coOwnerInvited" | "coOwnerAdded" | "coOwnerLeft" | "coOwnerRemoved",
  { survey }: LockedSurvey,
  { surveyId, by, person = null }: { surveyId: string; by: Action; person?: string | null },
): Promise<void> {
  const { currentUser, requestId } = by;
  return logAction(
    tx,
    { ownerId: currentUser.userId, requestId },
    {
      action,
      about: { kind: "survey", id: surveyId, title: survey.title },
      before: person === null ? {} : { coOwner: person },
      after: {},
    },
  );
}
