import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { language } from "../text/language.ts";
import { email } from "../text/text.ts";

/** How long the trail of an email is kept, in days. */
export const EMAIL_TRAIL_DAYS = 30;
/** The most emails to one address that are shown: the newest. */
export const EMAIL_TRAIL_SHOWN = 100;

/** Why an email was not sent: the closed list. Each has a sentence in the texts (`emailTrailTexts.reasons`). */
export const unsentReason = z.enum([
  /** The reader turned off emails of this kind, or about this survey. */
  "unsubscribed",
  /** The address doesn't accept invitations, either any or those of the survey's owner. */
  "refusesInvitations",
  /** The account's address is not confirmed. */
  "unconfirmed",
  "blocked",
  /** No account has the address: it was deleted, or has another address now. */
  "noAccount",
  /** The address isn't allowed an account, or already has one. */
  "noSignUp",
  /** The password or address of the account has changed since the link was requested. */
  "linkOutdated",
  /** The account was used after the warning about its deletion was enqueued. */
  "accountUsed",
  /** An admin or its owner has kept an account that would have been deleted. */
  "accountKept",
  /** The reader is no longer an owner of the survey, no longer invited to co-own it, or no longer an admin. */
  "roleChanged",
  /** The address is no longer on the survey's list. */
  "notListed",
  "voted",
  /** Voting had ended. */
  "ended",
  /** Voting had not ended. */
  "notEnded",
  "unpublished",
  /** The email says that a survey was published or unpublished, but its status has changed again. */
  "statusChanged",
  "surveyDeleted",
  /** The person who sent it may no longer send emails about the survey. */
  "senderStopped",
  /** No admin has accepted the survey, and its owner isn't a surveyor. */
  "unreviewed",
  /** The address had reached the limit for this kind of email, or for this owner. */
  "limit",
  /** The mail server says that the address doesn't exist. */
  "unknownAddress",
  /** It could not be sent for three days. */
  "gaveUp",
  /** No mail server is set up. */
  "noMailServer",
]);
export type UnsentReason = z.infer<typeof unsentReason>;

/** The subjects of emails. */
export const emailTopic = z.enum([
  "signUp",
  "password",
  "security",
  "payment",
  "accountEnds",
  "ownSurvey",
  "coOwner",
  "invitation",
  "reminder",
  "result",
  "outcome",
  "report",
  "admin",
]);
export type EmailTopic = z.infer<typeof emailTopic>;

/** An email in the trail of an address. */
const trailedEmail = z.object({
  topic: emailTopic,
  /** `waiting`: it is still to be sent. */
  state: z.enum(["sent", "unsent", "waiting"]),
  /**
   * When it was sent, or when the server decided not to send it; for a waiting email, the next attempt. For a private
   * survey only the day.
   */
  at: z.string(),
  /** Why it was not sent; null for other states. */
  reason: z.nullable(unsentReason),
  /** The failed attempts to send a waiting email. */
  attempts: z.number(),
  /** Its survey, if admins can see elsewhere who gets emails about that survey; else null. */
  survey: z.nullable(z.object({ _id: z.string(), Title: z.string(), language: z.nullable(language) })),
  /** Whether it is about a survey that isn't named here. */
  isPrivate: z.boolean(),
});
export type TrailedEmail = z.infer<typeof trailedEmail>;

export const findEmails = endpoint({
  method: "GET",
  path: "/operations/emails",
  summary:
    `The emails to an address of the last ${EMAIL_TRAIL_DAYS} days, newest first, ${EMAIL_TRAIL_SHOWN} at most: sent, waiting, or not ` +
    "sent, with the reason. The address stands for its mailbox. Emails about surveys for invited people don't name the survey. " +
    "Reminders about surveys that hide who voted are left out, because a missing one would tell",
  access: "admin",
  query: z.object({ address: email }),
  response: z.array(trailedEmail),
  rateLimit: { max: 30, seconds: 60 },
});
