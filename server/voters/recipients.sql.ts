import type { Survey } from "@survey-app/contract/surveys.ts";
import { VERIFIED } from "@survey-app/contract/users.ts";
import { type RawBuilder, sql } from "kysely";
import { getsOwnerEmails } from "../ballots/rights.sql.ts";
import { hidesWhoVoted, publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { MailingRow } from "../database/outcomeTables.ts";
import type { BulkEmail } from "../mail/outbox.sql.ts";
import { hasFollowed, hasNotUnfollowed, isReachable, wantsEmails } from "../mail/wantedEmails.sql.ts";
import { findVoted, hasPersonVoted, invitedHasVoted, isInvitationUsed } from "./whatIsTheirs.sql.ts";
import type { ListedPerson } from "./whoVotes.sql.ts";

/** Who gets an email about a survey: the people on its list, then those who voted with an account, then those who follow without a vote. */

type MailingKind = MailingRow["kind"];

/** A person who gets an email, as its template names them. */
export type Recipient = { email: string } & ({ invitationId: string } | { userId: string });

export interface Recipients {
  recipients: Recipient[];
  /** The cursor after them; null if the stage has no more. */
  last: string | null;
}

/**
 * The next people of a mailing's stage, at most `limit`, after a cursor. Fewer can want the email, or none. While it is hidden who
 * voted, a reminder is for everyone on the list, and those who voted drop out when it is sent (`isStillRecipient`): by then it has
 * counted for the limits of the owner at each address. Otherwise the next invitation of that owner would wait only for those who
 * have not voted.
 */
export async function findRecipients(
  tx: Database,
  survey: Pick<Survey, "_id" | "electorate" | "privacy" | "results" | "closedAt">,
  page: { stage: "invited" | "voters" | "followers"; after: string; limit: number; kind: MailingKind },
): Promise<Recipients> {
  if (page.stage === "invited") return findListed(tx, survey, page);
  const { found, last } = await (page.stage === "voters"
    ? findVoters(tx, survey, page)
    : findFollowers(tx, survey._id, page));
  return { recipients: await findReachable(tx, survey._id, page.kind, found), last };
}

/**
 * SQL condition on `users`: the account gets such an email. An owner of the survey is reminded to vote like everyone, but gets an email of
 * another kind when voting ends, and knows what was decided.
 */
const gets = (kind: MailingKind, surveyId: string): RawBuilder<boolean> => {
  const isReminder = kind === "reminder";
  return sql`${isReachable} and ${wantsEmails(isReminder ? "reminders" : "results")} and ${hasNotUnfollowed(surveyId)}
    ${isReminder ? sql`` : sql`and not ${getsOwnerEmails(surveyId)}`}`;
};

/**
 * SQL condition on `invitations`: the person gets such an email, unless their account is excluded. Links go to everyone who got
 * none, whether they voted or not: otherwise the sent emails would reveal who voted with an account. The votes of struck people
 * count, so these people get the result and what was decided. `withVoters`: a reminder is for those who voted, too.
 */
const isRecipientOf = (kind: MailingKind, { withVoters = false } = {}): RawBuilder<boolean> => {
  const canBeEmailed = sql<boolean>`email is not null and wants_email = 1`;
  if (kind === "result" || kind === "outcome")
    return sql`${canBeEmailed} and (state <> 'struck' or ${invitedHasVoted})`;
  const isListed = sql<boolean>`${canBeEmailed} and state <> 'struck'`;
  return kind === "reminder" && !withVoters ? sql`${isListed} and not ${invitedHasVoted}` : isListed;
};

async function findListed(
  tx: Database,
  { _id: surveyId, electorate, results, closedAt }: Pick<Survey, "_id" | "electorate" | "results" | "closedAt">,
  { kind, after, limit }: { kind: MailingKind; after: string; limit: number },
): Promise<Recipients> {
  if (electorate !== "invited") return { recipients: [], last: null };
  const isWaiting = kind === "invitation" ? sql<boolean>`state = 'listed'` : sql<boolean>`true`;
  const withVoters = hidesWhoVoted(results, closedAt);
  const listed = await tx.db
    .selectFrom("invitations")
    .select(["id as invitationId", "email"])
    .$narrowType<{ email: string }>()
    .where("survey_id", "=", surveyId)
    .where("id", ">", after)
    .where(isWaiting)
    .where(isRecipientOf(kind, { withVoters }))
    .orderBy("id")
    .limit(limit)
    .execute();
  const emails = listed.map(({ email }) => email);
  const excluded = await findExcluded(tx, surveyId, { kind, emails, withVoters });
  // Those who chose to follow get result and outcome with their account, whatever they refuse as people on a list.
  if (kind === "result" || kind === "outcome")
    for (const email of await findFollowing(tx, surveyId, emails)) excluded.add(email);
  const recipients = listed.filter(({ email }) => !excluded.has(email));
  return { recipients, last: listed.at(-1)?.invitationId ?? null };
}

/**
 * Finds the addresses whose account gets no such email; before a reminder also those that have voted, with another invitation, unless
 * it is for voters, too. These are separate statements, because a distributed database has accounts, lists and votes on different servers.
 */
async function findExcluded(
  database: Database,
  surveyId: string,
  { kind, emails, withVoters = false }: { kind: MailingKind; emails: readonly string[]; withVoters?: boolean },
): Promise<Set<string>> {
  if (kind === "invitation") return new Set();
  const { db, dialect } = database;
  const { rows: accounts } = await sql<{ id: string; email: string; refuses: unknown }>`
    select id, email, case when ${gets(kind, surveyId)} then 0 else 1 end as refuses
    from users where ${dialect.isOneOf(sql.ref("email"), emails)} and email_verified = 1`.execute(db);
  const ids = accounts.map(({ id }) => id);
  const voters = kind === "reminder" && !withVoters ? await findVoted(database, surveyId, ids) : new Set();
  return new Set(accounts.flatMap(({ id, email, refuses }) => (refuses === 1 || voters.has(id) ? [email] : [])));
}

/** Those of these addresses whose account has chosen to follow a survey. */
async function findFollowing(
  { db, dialect }: Database,
  surveyId: string,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("email")
    .where(({ ref }) => dialect.isOneOf(ref("email"), emails))
    .where("email_verified", "=", 1)
    .where(hasFollowed(surveyId))
    .$narrowType<{ email: string }>()
    .execute();
  return rows.map(({ email }) => email);
}

/** People who voted or follow, and the cursor after them. */
interface Accounts {
  found: string[];
  last: string | null;
}

/**
 * Each voter once, in the order of their votes; those of a secret survey in the order of their ids, because nothing else is stored.
 * The marks on surveys for invited people are those of invitations, whose people are found by the list. Nobody knows who votes by
 * open link.
 */
async function findVoters(
  { db }: Database,
  { _id: surveyId, electorate, privacy }: Pick<Survey, "_id" | "electorate" | "privacy">,
  { after, limit }: { after: string; limit: number },
): Promise<Accounts> {
  const isSecret = privacy === "secret";
  if (electorate === "link" || (isSecret && electorate === "invited")) return { found: [], last: null };
  const { rows } = await (isSecret
    ? sql<{ user_id: string; position: string }>`
        select voter as user_id, voter as position from secret_voters
        where survey_id = ${surveyId} and voter > ${after} order by voter limit ${limit}`
    : sql<{ user_id: string; position: number }>`
        select user_id, n as position from votes
        where survey_id = ${surveyId} and replaces is null and n > ${Number(after || 0)} order by n limit ${limit}`
  ).execute(db);
  const last = rows.at(-1)?.position;
  return { found: rows.map(({ user_id }) => user_id), last: last === undefined ? null : String(last) };
}

/** Those who follow a survey and have not voted. */
async function findFollowers(
  tx: Database,
  surveyId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Accounts> {
  const rows = await tx.db
    .selectFrom("follows")
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .where("follows", "=", 1)
    .where("user_id", ">", after)
    .orderBy("user_id")
    .limit(limit)
    .execute();
  const ids = rows.map(({ user_id }) => user_id);
  const voted = await findVoted(tx, surveyId, ids);
  return { found: ids.filter((id) => !voted.has(id)), last: ids.at(-1) ?? null };
}

/** Those of these accounts who get such an email, except people on the list who have not chosen to follow: they get another one. */
async function findReachable(
  tx: Database,
  surveyId: string,
  kind: MailingKind,
  ids: readonly string[],
): Promise<{ userId: string; email: string }[]> {
  const people = await tx.db
    .selectFrom("users")
    .select(["id as userId", "email", hasFollowed(surveyId).as("chose")])
    .where(({ ref }) => tx.dialect.isOneOf(ref("id"), ids))
    .where(gets(kind, surveyId))
    .$narrowType<{ email: string }>()
    .orderBy("id")
    .execute();
  const emails = people.map(({ email }) => email);
  const listed = await findOnList(tx, surveyId, emails);
  return people.flatMap(({ chose, ...person }) => (chose || !listed.has(person.email) ? [person] : []));
}

/** Finds the addresses that are on a list. */
export async function findOnList(
  { db, dialect }: Database,
  surveyId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("invitations")
    .select("email")
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("email"), emails))
    .execute();
  return new Set(rows.map(({ email }) => email ?? ""));
}

/**
 * Whether the reader of an email to many people is still to get it: they may have refused such emails, have another address or
 * no account anymore, or have voted before a reminder. Those about voting also depend on the survey: it may be unpublished, and
 * voting may have ended.
 */
export async function isStillRecipient(database: Database, email: BulkEmail & { address: string }): Promise<boolean> {
  if ("invitationId" in email) return isStillListed(database, email);
  const { kind, userId, surveyId, address } = email;
  const { db } = database;
  const reader = db
    .selectFrom("users")
    .select("users.id")
    .where("users.id", "=", userId)
    .where("users.email", "=", address)
    .where("users.status", "=", VERIFIED)
    .where(wantsEmails(kind));
  if (kind === "reports") return (await reader.executeTakeFirst()) !== undefined;
  const found = await reader
    .innerJoin("surveys", (join) => join.on("surveys.id", "=", surveyId))
    .where(publicOnly(Date.now()))
    .where("surveys.closed_at", kind === "reminders" ? "is" : "is not", null)
    .where(hasNotUnfollowed(surveyId))
    .executeTakeFirst();
  if (!found) return false;
  return kind !== "reminders" || !(await hasPersonVoted(database, surveyId, userId));
}

async function isStillListed(
  database: Database,
  { surveyId, invitationId, kind, address }: ListedPerson & { kind: MailingKind; address: string },
): Promise<boolean> {
  const { db } = database;
  const listed = await db
    .selectFrom("invitations")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .where("email", "=", address)
    .where(isRecipientOf(kind))
    .executeTakeFirst();
  const survey = await db
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", surveyId)
    .where(publicOnly(Date.now()))
    .where("closed_at", kind === "result" || kind === "outcome" ? "is not" : "is", null)
    .executeTakeFirst();
  if (!listed || !survey) return false;
  return !(await findExcluded(database, surveyId, { kind, emails: [address] })).has(address);
}

/** The most lists, the newest, that are searched for a vote of an address. */
const LISTS_READ = 500;

/**
 * Whether an address has voted with an invitation of an owner, who is then known there. Where the owner's list doesn't show who
 * voted (`listPeople`), votes count after the close only: before, the owner could send emails until one waits, and learn that.
 */
export async function isOwnerKnown(
  database: Database,
  { ownerId, address }: { ownerId: string; address: string },
): Promise<boolean> {
  const { db, dialect } = database;
  // One after the other, because a distributed database has lists and surveys on different servers.
  const listed = await db
    .selectFrom("invitations")
    .select(["survey_id as surveyId", "id as invitationId"])
    .where("email", "=", address)
    .orderBy("survey_id", "desc")
    .limit(LISTS_READ)
    .execute();
  const ids = listed.map(({ surveyId }) => surveyId);
  const surveys = await db
    .selectFrom("surveys")
    .select(["id", "results", "closed_at"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("owner_id", "=", ownerId)
    .execute();
  const known = new Set(
    surveys.flatMap(({ id, results, closed_at }) => (hidesWhoVoted(results, closed_at) ? [] : [id])),
  );
  for (const invitation of listed)
    if (known.has(invitation.surveyId) && (await isInvitationUsed(database, invitation))) return true;
  return false;
}
