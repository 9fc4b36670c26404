import { EMAIL_TRAIL_DAYS } from "@survey-app/contract/ops/emailTrail.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { deleteInChunks } from "../database/deleteInChunks.ts";
import type { Failure } from "../database/inSavepoint.ts";
import { newId } from "../database/newId.ts";
import { readLanguage } from "../database/readLanguage.ts";
import type { Tables } from "../database/tables.ts";
import { leaseRows } from "../queues/queues.sql.ts";
import { isTriable } from "../queues/steps.sql.ts";
import { BUNDLE_KINDS, type BundleEmail } from "../words/mail/bundles.ts";
import { bulkEmailOf, type EmailTemplate, purposeOf } from "../words/mail/templates.ts";
import { findOverLimit } from "./addressLimit.sql.ts";
import { type IsOwnerKnown, limitByOwner } from "./ownerLimits.sql.ts";
import { handledOf, type KeepTrail } from "./trailedEmail.ts";

export type { SurveyEmail } from "../words/mail/surveyTemplates.ts";
/** The types of emails to many people and of emails about a survey, for other features. */
export type { BulkEmail } from "../words/mail/templates.ts";
export { bulkEmailOf } from "../words/mail/templates.ts";

/** How long an instance has to send the emails that it claimed before another one may claim them, in milliseconds. */
const LEASE_MS = 2 * 60_000;
/** The attempts after which mailings no longer wait for an email, because its address may never accept one. */
const WAITED_ATTEMPTS = 3;

const TEST_EMAIL = "testEmail";

/** An email in the outbox. */
export interface WaitingEmail {
  id: string;
  template: EmailTemplate;
  address: string;
  /** The account's when the email was requested; null without an account. */
  credentialVersion: number | null;
}

/** An email that is due. `attempts` includes the current one. */
export interface QueuedEmail extends WaitingEmail {
  attempts: number;
  /** The end of this instance's lease, in milliseconds since 1970; until then no other instance claims it. */
  leasedUntil: number;
}

/** An email before several can become one. */
export type EnqueuedEmail = Exclude<EmailTemplate, BundleEmail>;

/**
 * Adds an email to the outbox; within a transaction it is sent if and only if that commits.
 * @param address of the reader; null for a deleted account, which doesn't get emails
 */
export async function enqueueEmail({ db }: Database, address: string | null, template: EnqueuedEmail): Promise<void> {
  if (address === null) return;
  const { kind, ...details } = template;
  await db
    .insertInto("outbox")
    .values(({ selectFrom }) => ({
      id: newId(),
      kind,
      address,
      details: JSON.stringify(details),
      // Read in the same statement, so that the work is the same whether or not the account exists.
      credential_version: purposeOf(template)
        ? selectFrom("users")
            .select("credential_version")
            .where((eb) => ("userId" in template ? eb("id", "=", template.userId) : eb("email", "=", address)))
        : null,
      next_at: Date.now(),
      is_bulk: Number(bulkEmailOf(template) !== null),
    }))
    .execute();
}

/** Adds a test email to the outbox in place of an earlier one that was not sent, so that there is at most one. */
export async function replaceTestEmail(database: Database, address: string): Promise<void> {
  await database.db.deleteFrom("outbox").where("is_bulk", "=", 0).where("kind", "=", TEST_EMAIL).execute();
  await enqueueEmail(database, address, { kind: TEST_EMAIL });
}

/** Whether a test email that was requested waits for its first attempt, attempts failed, or it was sent. */
export async function findTestEmail({ db }: Database): Promise<"waiting" | "failing" | "sent"> {
  const found = await db
    .selectFrom("outbox")
    .select(["attempts", "next_at"])
    // Emails to many people, which can be thousands, aren't searched.
    .where("is_bulk", "=", 0)
    .where("kind", "=", TEST_EMAIL)
    .executeTakeFirst();
  if (!found) return "sent";
  // During an attempt, the row is leased for longer than it waits after the first failure.
  const isBeingTried = found.attempts === 1 && Number(found.next_at) > Date.now() + LEASE_MS / 2;
  return found.attempts === 0 || isBeingTried ? "waiting" : "failing";
}

/**
 * SQL condition: fewer than `most` emails to many people are still to be sent. Those that wait for the limit of their
 * address don't count, nor those that were given up or failed again and again: a thousand dead addresses would hold up
 * everyone's emails for days.
 */
export function hasRoomForBulk({ db }: Database, most: number): RawBuilder<boolean> {
  // Both parts are ranges of the index `outbox_bulk`, which lacks the emails that were given up. A literal, because the
  // index has one.
  const stored = db.selectFrom("outbox").select("id").where("is_bulk", "=", sql.lit(1));
  const bulk = stored.where("next_at", "is not", null).limit(most);
  const tried = bulk.where("attempts", ">", 0).where("attempts", "<=", WAITED_ATTEMPTS);
  const due = bulk.where("attempts", "=", 0).where("next_at", "<=", Date.now());
  return sql<boolean>`(select count(*) from ${tried} as tried) + (select count(*) from ${due} as due) < ${most}`;
}

export interface ClaimedEmails {
  due: QueuedEmail[];
  /** The number dropped because of the limit of their address. */
  dropped: number;
  /** Why their trail couldn't be recorded; null if it was. */
  trailFailure: Failure | null;
  /** Those that have to wait for the limit of their address. */
  postponed: WaitingEmail[];
}

/** Finds emails that are due, oldest first and those to many people last. @returns their ids, `count` at most */
export async function findDueEmails({ db, dialect }: Database, count: number): Promise<string[]> {
  const due = await db
    .selectFrom("outbox")
    .select("id")
    // Names the first column of the index `outbox_due`, so that PostgreSQL doesn't read what is due later.
    .where("is_bulk", "in", [0, 1])
    .where("next_at", "<=", Date.now())
    .where(isTriable("outbox", "outbox.id"))
    .orderBy("is_bulk")
    .orderBy("next_at")
    .orderBy("id")
    .limit(count)
    // Outside of a transaction: leaves out those that another instance is claiming.
    .$call(dialect.lockSkippingLocked)
    .execute();
  return due.map(({ id }) => id);
}

/** Finds a test email that is due: an admin waits for it. @returns its id, or none */
export async function findTestEmails({ db }: Database): Promise<string[]> {
  const due = await db
    .selectFrom("outbox")
    .select("id")
    .where("is_bulk", "=", 0)
    .where("next_at", "<=", Date.now())
    .where("kind", "=", TEST_EMAIL)
    .where(isTriable("outbox", "outbox.id"))
    .execute();
  return due.map(({ id }) => id);
}

/**
 * Claims those of these emails that are still due, so that no other instance sends them at the same time.
 * @param limits whether the number of emails of a kind to one address is limited
 */
export function claimEmails(
  database: Database,
  ids: readonly string[],
  { limits, isOwnerKnown, keepTrail }: { limits: boolean; isOwnerKnown: IsOwnerKnown; keepTrail: KeepTrail },
): Promise<ClaimedEmails> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const rows = await db
      .selectFrom("outbox")
      .selectAll()
      .where("id", "in", ids)
      .where("next_at", "<=", Date.now())
      .orderBy("is_bulk")
      .orderBy("next_at")
      .orderBy("id")
      .$call(dialect.lockSkippingLocked)
      .execute();
    // In this transaction, so that each email is counted once even if the process dies, and not again when it is
    // retried.
    const untried = rows.filter(({ attempts }) => attempts === 0);
    const tooMany = limits ? await findOverLimit(tx, untried) : [];
    const byOwner = limits ? await limitByOwner(tx, untried, isOwnerKnown) : null;
    const dropped = rows.filter(({ id }) => tooMany.includes(id) || byOwner?.dropped.has(id));
    const trailFailure = await drop(tx, dropped.map(toEmail), keepTrail);
    const allowed = rows
      .filter(({ id }) => !tooMany.includes(id) && !byOwner?.held.has(id))
      .map((row) => ({ ...row, ...byOwner?.bundled.get(row.id) }));
    const handled = {
      dropped: dropped.length,
      trailFailure,
      postponed: rows.filter(({ id }) => byOwner?.postponed.has(id)).map(toEmail),
    };
    if (allowed.length === 0) return { due: [], ...handled };
    const claimed = allowed.map(({ id }) => id);
    const leasedUntil = await leaseRows(tx, "outbox", claimed, LEASE_MS);
    const due = allowed.map((row) => ({ ...toEmail(row), attempts: row.attempts + 1, leasedUntil }));
    return { due, ...handled };
  });
}

/** Deletes emails beyond the limit of their address, and records the reason. @returns why that could not be recorded */
async function drop(tx: Database, emails: readonly WaitingEmail[], keepTrail: KeepTrail): Promise<Failure | null> {
  if (emails.length === 0) return null;
  const ids = emails.map(({ id }) => id);
  await tx.db.deleteFrom("outbox").where("id", "in", ids).execute();
  return keepTrail(
    tx,
    emails.flatMap((email) => handledOf(email, () => "limit")),
  );
}

/**
 * Finds the reader of an email. The name is null for an unconfirmed address: a stranger may have created the account
 * with it, and chosen the name. An address to which an account is moving doesn't have an account yet, so the language
 * is that of the moving account.
 */
export async function findReader(database: Database, { address, template }: WaitingEmail): Promise<MailReader> {
  const found = await findUser(database, "email", address);
  const asking = found || !("userId" in template) ? found : await findUser(database, "id", template.userId);
  return {
    name: found?.email_verified ? found.name : null,
    language: readLanguage(asking?.language ?? null),
    timeZone: asking?.time_zone ?? null,
  };
}

const findUser = ({ db }: Database, column: "email" | "id", value: string) =>
  db
    .selectFrom("users")
    .select(["name", "email_verified", "language", "time_zone"])
    .where(column, "=", value)
    .executeTakeFirst();

/** The known data of an email's reader. */
export interface MailReader {
  name: string | null;
  /** The account's stored language; null without one. */
  language: Language | null;
  /** The time zone of the account's browser (IANA); null without one. */
  timeZone: string | null;
}

function toEmail(row: Selectable<Tables["outbox"]>): WaitingEmail {
  const { id, kind, address, details, credential_version: credentialVersion } = row;
  return { id, address, credentialVersion, template: { kind, ...JSON.parse(details) } as EmailTemplate };
}

/**
 * Deletes emails that were given up long ago. Until then an admin can have them sent again, and finds them in the
 * trail.
 */
export async function removeGivenUpEmails({ db }: Database): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("gave_up_at", "<", Date.now() - EMAIL_TRAIL_DAYS * DAY_MS)
    .execute();
}

/**
 * Deletes the emails about a survey, a few in each statement. A bundle is deleted as a whole if one of its emails is
 * about the survey.
 */
export async function deleteEmailsAbout(database: Database, surveyId: string): Promise<void> {
  const { dialect } = database;
  const named = `%"surveyId":"${surveyId}"%`;
  const isAbout = sql<boolean>`${dialect.jsonField(sql.ref("details"), "surveyId")} = ${surveyId}`;
  // Literals, because the index has them.
  const isBundle = sql<boolean>`kind in (${sql.join(BUNDLE_KINDS.map((kind) => sql.lit(kind)))}) and details like ${named}`;
  for (const condition of [isAbout, isBundle]) await deleteInChunks(database, "outbox", "id", condition);
}

/**
 * Deletes an email that was sent, or is no longer wanted.
 * @param keep records its fate in the same transaction; it is not called if the row is gone, as after the deletion of
 *   an account
 * @returns why its fate couldn't be recorded, in which case the email still must not be sent again; null otherwise
 */
export function deleteHandledEmail(
  database: Database,
  id: string,
  keep: (tx: Database) => Promise<Failure | null>,
): Promise<Failure | null> {
  return database.transaction(async (tx) => {
    const { numDeletedRows } = await tx.db.deleteFrom("outbox").where("id", "=", id).executeTakeFirstOrThrow();
    return numDeletedRows === 0n ? null : keep(tx);
  });
}
