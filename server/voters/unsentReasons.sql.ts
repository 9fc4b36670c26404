import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { SurveyEmailKind } from "@survey-app/contract/surveys/outcomes.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { BulkEmail } from "../mail/outbox.sql.ts";
import { isUnwanted, whyUnreachable } from "../mail/wantedEmails.sql.ts";
import { findVoted, invitedHasVoted } from "./votesOfPerson.sql.ts";

/** An email to one of many people. */
export type AddressedEmail = BulkEmail & { address: string };
type InvitedEmail = Extract<AddressedEmail, { invitationId: string }>;
type AccountEmail = Extract<AddressedEmail, { userId: string }>;

/**
 * Why people don't get an email to many people about a survey, beside what stops all emails about it (`whyNoneAbout`).
 * Emails are enqueued to those without a reason, and each is asked again when it is sent, because people unsubscribe,
 * vote or are blocked meanwhile. Only whether an address refuses invitations is decided elsewhere, when the email is
 * sent (`whyUnsent`).
 * @param emails all of one survey and kind
 * @param withVoters whether reminders are also enqueued for people who voted. They are dropped when sent, after they
 *   counted for the owner's limits; otherwise a delayed next invitation would reveal who has not voted
 */
export async function findUnsentReasons<E extends AddressedEmail>(
  database: Database,
  emails: readonly E[],
  { withVoters = false } = {},
): Promise<ReadonlyMap<E, UnsentReason>> {
  const [first] = emails;
  if (!first) return new Map();
  const reasonOf =
    "invitationId" in first
      ? await readInvited(database, emails as readonly InvitedEmail[], withVoters)
      : await readAccounts(database, emails as readonly AccountEmail[], withVoters);
  return new Map(
    emails.flatMap((email) => {
      const reason = reasonOf(email as never);
      return reason === null ? [] : [[email, reason] as const];
    }),
  );
}

type ReasonOf<E> = (email: E) => UnsentReason | null;

/** The emails that people on a list refuse there, and with the account that has their address, if it is confirmed. */
async function readInvited(
  database: Database,
  emails: readonly InvitedEmail[],
  withVoters: boolean,
): Promise<ReasonOf<InvitedEmail>> {
  const { db, dialect } = database;
  const { surveyId = "", kind = "invitation" } = emails[0] ?? {};
  const ids = emails.map(({ invitationId }) => invitationId);
  const isAsked = !isAboutLink(kind) && !(kind === "reminder" && withVoters);
  const invited = await db
    .selectFrom("invitations")
    .select(["id", "email", "state", "wants_email"])
    // Only read where it matters: emails with links must not depend on who voted.
    .select((isAsked ? invitedHasVoted : sql<boolean>`false`).as("has_voted"))
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
  const rows = new Map(invited.map((row) => [row.id, row]));
  const accounts = await readAccountsOfList(database, emails, withVoters);
  return ({ invitationId, address }) => {
    const row = rows.get(invitationId);
    const isStruck = row?.state === "struck" && !(row.has_voted && kind !== "reminder");
    if (!row || row.email !== address || isStruck) return "notListed";
    if (row.wants_email === 0) return "unsubscribed";
    if (kind === "reminder" && row.has_voted) return "voted";
    return accounts.get(address) ?? null;
  };
}

/**
 * The reasons why the accounts with these addresses don't get such an email, by address. Links and their corrections go
 * to everyone on the list.
 */
async function readAccountsOfList(
  database: Database,
  emails: readonly InvitedEmail[],
  withVoters: boolean,
): Promise<ReadonlyMap<string, UnsentReason>> {
  const { surveyId, kind } = emails[0] ?? {};
  if (surveyId === undefined || isAboutLink(kind)) return new Map();
  const { db, dialect } = database;
  const wanted = kind === "reminder" ? "reminders" : "results";
  const addresses = emails.map(({ address }) => address);
  // Separate statements, because a distributed database has accounts, lists and votes on different servers.
  const accounts = await db
    .selectFrom("users")
    .select(["id", "email", whyNoAccountEmail(wanted, surveyId).as("reason")])
    .$narrowType<{ email: string }>()
    .where(({ ref }) => dialect.isOneOf(ref("email"), addresses))
    .where("email_verified", "=", 1)
    .execute();
  const ids = accounts.map(({ id }) => id);
  const voters = wanted === "reminders" && !withVoters ? await findVoted(database, surveyId, ids) : new Set();
  return new Map(
    accounts.flatMap(({ id, email, reason }) => {
      const found = reason ?? (voters.has(id) ? "voted" : null);
      return found === null ? [] : [[email, found] as const];
    }),
  );
}

/** Whether an email brings a link, or corrects what an earlier one said. */
const isAboutLink = (kind: BulkEmail["kind"] | undefined): boolean => kind === "invitation" || kind === "correction";

async function readAccounts(
  database: Database,
  emails: readonly AccountEmail[],
  withVoters: boolean,
): Promise<ReasonOf<AccountEmail>> {
  const { db, dialect } = database;
  const { surveyId = "", kind = "results" } = emails[0] ?? {};
  const ids = emails.map(({ userId }) => userId);
  const found = await db
    .selectFrom("users")
    .select(["id", "email", whyNoAccountEmail(kind, surveyId).as("reason")])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
  const accounts = new Map(found.map((account) => [account.id, account]));
  const voters = kind === "reminders" && !withVoters ? await findVoted(database, surveyId, ids) : new Set();
  return ({ userId, address }) => {
    const account = accounts.get(userId);
    if (!account || account.email !== address) return "noAccount";
    return account.reason ?? (voters.has(userId) ? "voted" : null);
  };
}

/**
 * SQL on `users`: the reason why an account doesn't get an email of a kind about a survey, whoever voted; null if it
 * gets one.
 */
const whyNoAccountEmail = (kind: SurveyEmailKind, surveyId: string) => sql<UnsentReason | null>`coalesce(
  ${whyUnreachable}, case when ${isUnwanted(kind, surveyId)} then ${sql.lit("unsubscribed")} end)`;
