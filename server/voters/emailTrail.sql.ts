import { EMAIL_TRAIL_DAYS, type UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { deleteInChunks } from "../database/deleteInChunks.ts";
import { type Failure, inSavepoint } from "../database/inSavepoint.ts";
import { newId } from "../database/newId.ts";
import type { HandledEmail } from "../mail/trailedEmail.ts";
import { isAboutMeeting } from "../words/mail/meetingTemplates.ts";
import type { SingleTemplate } from "../words/mail/templates.ts";
import type { InvitedPerson } from "./findVoter.sql.ts";

/**
 * The trail of emails, where an admin finds why a person didn't get an email. It must not tell who voted: for emails
 * that depend on a hidden vote only numbers are kept, because one reader's missing row would tell.
 */

type Kind = SingleTemplate["kind"];

/**
 * The kinds of emails that depend on votes while it can be hidden who voted. Results and what was decided depend on
 * them too, but go out after the close, when it is hidden no longer.
 */
export const REMINDERS: readonly string[] = ["surveyReminder", "invitationReminder"] satisfies Kind[];

/**
 * Whether single emails of a kind about a survey must not be known, because they would tell who voted. A reminder was
 * enqueued before the close: one that still waits then tells who has not voted, so that the close changes nothing.
 */
export const isOnlyCounted = (kind: string, { results }: { results: Parameters<typeof hidesWhoVoted>[0] }): boolean =>
  REMINDERS.includes(kind) && hidesWhoVoted(results, null);

/**
 * Keeps what happened to emails. Call it in the transaction that deletes them from the outbox, or would have enqueued
 * them.
 * @returns the error if that failed: other people's emails are more important than a trail, so the transaction
 *   continues. Null if the trail is kept
 */
export async function keepTrail(tx: Database, handled: readonly HandledEmail[]): Promise<Failure | null> {
  return handled.length === 0 ? null : inSavepoint(tx, () => insertTrail(tx, handled));
}

/**
 * The trail of an email to a person on a list goes with the person's row there, so that without the row none is kept.
 */
async function insertTrail(tx: Database, handled: readonly HandledEmail[]): Promise<void> {
  const surveys = await findSurveys(tx, handled);
  const isCounted = ({ email }: HandledEmail) => {
    const survey = "surveyId" in email && surveys.get(email.surveyId);
    return survey !== undefined && survey !== false && isOnlyCounted(email.kind, survey);
  };
  await count(tx, handled.filter(isCounted));
  const single = handled.filter((each) => !isCounted(each));
  const invited = await keepRows(tx, single);
  const accounts = await findAccounts(tx, single);
  const now = Date.now();
  const rows = single.flatMap(({ address, email, reason }) => {
    const invitationId = "invitationId" in email ? email.invitationId : null;
    if (invitationId !== null && !invited.has(invitationId)) return [];
    const reader = readerOf(email);
    if (reader !== null && !accounts.ids.has(reader)) return [];
    const userId = reader ?? accounts.byAddress.get(address);
    const isKnown = "surveyId" in email && (surveys.has(email.surveyId) || isAboutMeeting(email));
    const surveyId = isKnown ? email.surveyId : null;
    const ids = { survey_id: surveyId, invitation_id: invitationId, user_id: userId ?? null };
    return [{ id: newId(), address, kind: email.kind, ...ids, reason, handled_at: now }];
  });
  if (rows.length > 0) await tx.db.insertInto("email_trail").values(rows).execute();
}

async function findSurveys({ db, dialect }: Database, handled: readonly HandledEmail[]) {
  const ids = new Set(handled.flatMap(({ email }) => ("surveyId" in email ? [email.surveyId] : [])));
  const surveys = await (ids.size === 0
    ? []
    : db
        .selectFrom("surveys")
        .select(["id", "results"])
        .where(({ ref }) => dialect.isOneOf(ref("id"), [...ids]))
        .execute());
  return new Map(surveys.map(({ id, ...survey }) => [id, survey]));
}

/** Keeps the rows of people on lists until the transaction ends. @returns the ids of those that are still there */
async function keepRows({ db, dialect }: Database, handled: readonly HandledEmail[]): Promise<Set<string>> {
  const people = handled.flatMap(({ email }) => ("invitationId" in email ? [email] : []));
  const kept = new Set<string>();
  for (const [surveyId, ofSurvey] of Map.groupBy(people, (person) => person.surveyId)) {
    const ids = ofSurvey.map(({ invitationId }) => invitationId);
    const rows = await db
      .selectFrom("invitations")
      .select("id")
      .where("survey_id", "=", surveyId)
      .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
      .where("email", "is not", null)
      .$call(dialect.lockToReference)
      .execute();
    for (const { id } of rows) kept.add(id);
  }
  return kept;
}

/** The account that an email about a survey is for; null for others, whose address need not be confirmed. */
const readerOf = (email: HandledEmail["email"]): string | null =>
  "userId" in email && "surveyId" in email ? email.userId : null;

/**
 * Finds the accounts of addresses that are confirmed, because an unconfirmed one can be another person's, and those
 * that emails name and that are not deleted: their address can be another account's by now.
 */
async function findAccounts({ db, dialect }: Database, handled: readonly HandledEmail[]) {
  const addresses = [...new Set(handled.map(({ address }) => address))];
  const named = new Set(handled.flatMap(({ email }) => readerOf(email) ?? []));
  const accounts = await db
    .selectFrom("users")
    .select(["id", "email"])
    .$narrowType<{ email: string }>()
    .where(({ ref }) => dialect.isOneOf(ref("email"), addresses))
    .where("email_verified", "=", 1)
    .execute();
  const byAddress = new Map(accounts.map(({ id, email }) => [email, id]));
  const ids = new Set(byAddress.values());
  const others = [...named].filter((id) => !ids.has(id));
  if (others.length > 0) {
    const found = await db
      .selectFrom("users")
      .select("id")
      .where(({ ref }) => dialect.isOneOf(ref("id"), others))
      .where("status", "<>", DELETED)
      .execute();
    for (const { id } of found) ids.add(id);
  }
  return { byAddress, ids };
}

/** Adds emails to the numbers of their surveys. */
async function count({ db }: Database, handled: readonly HandledEmail[]): Promise<void> {
  const numbers = new Map<string, { survey_id: string; kind: string; reason: UnsentReason | "sent"; emails: number }>();
  for (const { email, reason } of handled) {
    if (!("surveyId" in email)) continue;
    const number = { survey_id: email.surveyId, kind: email.kind, reason: reason ?? ("sent" as const) };
    const key = Object.values(number).join(" ");
    numbers.set(key, { ...number, emails: (numbers.get(key)?.emails ?? 0) + 1 });
  }
  // Always in the same order, so that instances never wait for each other.
  for (const [, number] of [...numbers].sort())
    await db
      .insertInto("email_numbers")
      .values(number)
      .onConflict((conflict) =>
        conflict
          .columns(["survey_id", "kind", "reason"])
          .doUpdateSet({ emails: sql<number>`email_numbers.emails + excluded.emails` }),
      )
      .execute();
}

/**
 * How many reminders were sent about a survey, and not sent, where only numbers are kept; null if none were counted.
 */
export async function findReminderNumbers(
  { db }: Database,
  surveyId: string,
): Promise<{ sent: number; unsent: number } | null> {
  const numbers = await db
    .selectFrom("email_numbers")
    .select(["reason", "emails"])
    .where("survey_id", "=", surveyId)
    .where("kind", "in", REMINDERS)
    .execute();
  if (numbers.length === 0) return null;
  const sum = (isSent: boolean) =>
    numbers.filter(({ reason }) => (reason === "sent") === isSent).reduce((all, { emails }) => all + emails, 0);
  return { sent: sum(true), unsent: sum(false) };
}

/**
 * Why the last emails with the links of people on a list were not sent, by their invitations; null of a link that was
 * sent.
 */
export async function findLastLinks(
  { db, dialect }: Database,
  surveyId: string,
  invitationIds: readonly string[],
): Promise<ReadonlyMap<string, UnsentReason | null>> {
  if (invitationIds.length === 0) return new Map();
  const links = await db
    .selectFrom("email_trail")
    .select(["invitation_id as id", "reason"])
    .$narrowType<{ id: string }>()
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("invitation_id"), invitationIds))
    .where("kind", "in", ["invitation", "meetingInvitation"] satisfies Kind[])
    .orderBy("handled_at")
    .execute();
  return new Map(links.map(({ id, reason }) => [id, reason]));
}

/** Deletes the trail that is older than it is kept. */
export function removeOldTrail(database: Database): Promise<void> {
  const oldest = Date.now() - EMAIL_TRAIL_DAYS * DAY_MS;
  return deleteInChunks(database, "email_trail", "id", sql<boolean>`handled_at < ${oldest}`);
}

/** Deletes the trail of an account. */
export async function removeTrailOfAccount({ db }: Database, userId: string): Promise<void> {
  await db.deleteFrom("email_trail").where("user_id", "=", userId).execute();
}

/**
 * Deletes the trail of the emails to an account's address. An unconfirmed one can be another person's: then only the
 * emails about the account itself go.
 */
export async function removeTrailOfAddress(
  { db, dialect }: Database,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
): Promise<void> {
  await db
    .deleteFrom("email_trail")
    // For the index, which is by mailbox.
    .where(({ ref }) => sql<boolean>`${dialect.mailbox(ref("address"))} = ${mailboxOf(email)}`)
    .where("address", "=", email)
    .$if(!isConfirmed, (ofAddress) => ofAddress.where("survey_id", "is", null))
    .execute();
}

/** Deletes the trail of a survey. */
export async function removeTrailAbout({ db }: Database, surveyId: string): Promise<void> {
  await db.deleteFrom("email_trail").where("survey_id", "=", surveyId).execute();
}

/** Deletes the trail of people on lists. */
export async function removeTrailOfPeople({ db, dialect }: Database, people: readonly InvitedPerson[]): Promise<void> {
  const surveyIds = [...new Set(people.map(({ surveyId }) => surveyId))];
  const ids = people.map(({ invitationId }) => invitationId);
  await db
    .deleteFrom("email_trail")
    // For the index. An invitation id is one person's: on the list of a survey, or of a meeting and its questions.
    .where("survey_id", "is not", null)
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), surveyIds))
    .where(({ ref }) => dialect.isOneOf(ref("invitation_id"), ids))
    .execute();
}
