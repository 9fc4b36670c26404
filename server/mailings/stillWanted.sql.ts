import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { VERIFIED } from "@survey-app/contract/users.ts";
import { findOwnersToEmail, isSurveyUnreviewed, maySend } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import { bulkEmailOf } from "../mail/outbox.sql.ts";
import { findInvitation } from "../owners/owners.sql.ts";
import { isStillRecipient } from "../voters/recipients.sql.ts";

type SingleEmail = Parameters<typeof bulkEmailOf>[0];

/**
 * Whether an email that waited in the outbox is still to be sent: what was true when it was enqueued may have changed. Emails
 * about the reader's own account and payments are always sent; those with a link check it themselves.
 */
export async function isStillWanted(database: Database, email: SingleEmail & { address: string }): Promise<boolean> {
  const { address } = email;
  switch (email.kind) {
    case "surveyPublished":
    case "requestAccepted":
      return isOwners(database, email, { address, isPublished: true });
    case "surveyUnpublished":
    case "surveySentBack":
      return isOwners(database, email, { address, isPublished: false });
    case "surveyFeedback":
    case "surveyFirstVote":
    case "surveyEnded":
      return isOwners(database, email, { address });
    case "coOwnerJoined":
    case "coOwnerLeft":
      return isOwners(database, email, { address });
    case "coOwnerInvited":
      return (
        (await findInvitation(database, email.surveyId, address)) !== undefined &&
        !(await isSurveyUnreviewed(database, email.surveyId))
      );
    case "coOwnerRemoved":
      return isReachableAs(database, address);
    case "reviewDigest":
    case "clockJumped":
      return isReachableAs(database, address, "admin");
    case "membershipEnds":
      return isReachableAs(database, address);
    case "accountEnds":
      return isUnused(database, address);
    default: {
      const bulk = bulkEmailOf(email);
      if (bulk === null) return true;
      if ("senderId" in email && email.senderId !== null && !(await maySend(database, bulk.surveyId, email.senderId)))
        return false;
      // The author of a report asked for its outcome, which does not quote the survey.
      if (bulk.kind !== "reports" && (await isSurveyUnreviewed(database, bulk.surveyId))) return false;
      return isStillRecipient(database, { ...bulk, address });
    }
  }
}

/** Whether an address is that of an owner of a survey, who may be emailed. @param isPublished the state that the email is about */
async function isOwners(
  database: Database,
  { surveyId }: { surveyId: string },
  { address, isPublished }: { address: string; isPublished?: boolean },
): Promise<boolean> {
  const owner = (await findOwnersToEmail(database, surveyId)).find(({ email }) => email === address);
  return owner !== undefined && (isPublished === undefined || isPublished === (owner.status === PUBLISHED));
}

/** Whether an address is that of a user who may be emailed, with this role if one is given. */
async function isReachableAs({ db }: Database, address: string, role?: "admin"): Promise<boolean> {
  const reachable = db.selectFrom("users").select("id").where("email", "=", address).where("status", "=", VERIFIED);
  return (await (role ? reachable.where("role", "=", role) : reachable).executeTakeFirst()) !== undefined;
}

/** Whether the account with an address was told that it is not used, and was not used since. */
async function isUnused({ db }: Database, address: string): Promise<boolean> {
  const told = db.selectFrom("users").select("id").where("email", "=", address).where("inactivity_notices", ">", 0);
  return (await told.executeTakeFirst()) !== undefined;
}
