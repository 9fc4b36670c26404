import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { Database } from "../database/database.ts";
import { refusesInvitations } from "../invitations/optOuts.sql.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { bulkEmailOf } from "../mail/outbox.sql.ts";
import { isReachableAdmin } from "../mail/toAdmins.sql.ts";
import { whyUnreachable } from "../mail/wantedEmails.sql.ts";
import { whyNotInvited } from "../owners/owners.sql.ts";
import { type AddressedEmail, findUnsentReasons } from "../voters/unsentReasons.sql.ts";
import type { SingleTemplate } from "../words/mail/templates.ts";
import { findOwnerReaders } from "./ownerEmails.sql.ts";
import { findMailedSurvey, whyNoneAbout } from "./surveySends.sql.ts";

/**
 * Why an email that waited in the outbox must not be sent; null if it must, because the facts may have changed since it
 * was enqueued. Each kind checks the condition by which it was enqueued. Only whether an address refuses invitations
 * isn't checked earlier. Emails about the reader's own account and payments are always sent; those with a link check it
 * themselves.
 */
export async function whyUnsent(
  database: Database,
  email: SingleTemplate & { address: string },
  hashAddress: HashAddress,
): Promise<UnsentReason | null> {
  const { address } = email;
  switch (email.kind) {
    case "surveyPublished":
    case "requestAccepted":
    case "surveyUnpublished":
    case "surveySentBack":
    case "surveyFeedback":
    case "surveyFirstVote":
    case "surveyEnded":
    case "coOwnerJoined":
    case "coOwnerLeft": {
      const reader = (await findOwnerReaders(database, email)).find((owner) => owner.email === address);
      if (reader) return reader.reason;
      if (!(await findMailedSurvey(database, email.surveyId))) return "surveyDeleted";
      return (await whyNotReached(database, address)) ?? "roleChanged";
    }
    case "coOwnerInvited":
      return whyNotInvited(database, email.surveyId, address);
    case "coOwnerRemoved":
    case "meetingTakenDown":
      return whyNotReached(database, address);
    case "reviewDigest":
    case "clockJumped":
      if (await isReachableAdmin(database, address)) return null;
      return (await whyNotReached(database, address)) ?? "roleChanged";
    case "membershipEnds": {
      // Members with an unconfirmed address are told, too.
      const reason = await whyNotReached(database, address);
      return reason === "unconfirmed" ? null : reason;
    }
    case "accountErased":
      return (await isErased(database, email)) ? null : "accountKept";
    case "accountEnds":
      return (await isUnused(database, address)) ? null : "accountUsed";
    default: {
      const bulk = bulkEmailOf(email);
      if (bulk === null) return null;
      const senderId = "senderId" in email ? email.senderId : null;
      return whyNotToMany(database, { ...bulk, address }, { senderId, hashAddress });
    }
  }
}

/** Why an email to many people must not be sent to one of them. */
async function whyNotToMany(
  database: Database,
  email: AddressedEmail,
  { senderId, hashAddress }: { senderId: string | null; hashAddress: HashAddress },
): Promise<UnsentReason | null> {
  const { surveyId, kind, address } = email;
  // The author of a report asked for its outcome, which does not quote the survey.
  if (kind !== "reports") {
    const survey = await findMailedSurvey(database, surveyId);
    const reason = await whyNoneAbout(database, survey, { kind, senderId });
    if (!survey || reason !== null) return reason;
    const refuses = () => refusesInvitations(database, { ownerId: survey.ownerId, address }, hashAddress);
    if ("invitationId" in email && (await refuses())) return "refusesInvitations";
  }
  return (await findUnsentReasons(database, [email])).get(email) ?? null;
}

/** Why the account with an address doesn't get emails; null if it does. */
async function whyNotReached({ db }: Database, address: string): Promise<UnsentReason | null> {
  const found = await db
    .selectFrom("users")
    .select(whyUnreachable.as("reason"))
    .where("email", "=", address)
    .executeTakeFirst();
  return found ? found.reason : "noAccount";
}

/** Whether the account with an address will be deleted at this time by an admin's decision. */
async function isErased({ db }: Database, { address, at }: { address: string; at: number }): Promise<boolean> {
  const decided = db.selectFrom("users").select("id").where("email", "=", address).where("erase_at", "=", at);
  return (await decided.executeTakeFirst()) !== undefined;
}

/** Whether the owner of the account with an address was told that it is unused, and hasn't used it since. */
async function isUnused({ db }: Database, address: string): Promise<boolean> {
  const told = db.selectFrom("users").select("id").where("email", "=", address).where("inactivity_notices", ">", 0);
  return (await told.executeTakeFirst()) !== undefined;
}
