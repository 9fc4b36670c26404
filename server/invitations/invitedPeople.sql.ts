import { type RawBuilder, sql } from "kysely";
import { publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { hasNotUnfollowed, isReachable, wantsEmails } from "../mail/wantedEmails.sql.ts";
import { countSentLink } from "./listNumbers.sql.ts";

/** A person on a list. */
export interface ListedPerson {
  surveyId: string;
  invitationId: string;
}

/** The kinds of emails to invited people: the link, a reminder to vote, the result, and what was decided. */
export type InvitedEmailKind = "invitation" | "reminder" | "result" | "outcome";

/** Begins an update of the row of a person on a list. */
export const updateInvitation = ({ db }: Database, { surveyId, invitationId }: ListedPerson) =>
  db.updateTable("invitations").where("survey_id", "=", surveyId).where("id", "=", invitationId);

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

/** Whether a person on a list has voted, as SQL on `invitations`. */
export const invitedHasVoted: RawBuilder<boolean> = sql`(
  exists (select 1 from votes
    where votes.invitation_id = invitations.id and votes.survey_id = invitations.survey_id)
  or exists (select 1 from secret_voters
    where secret_voters.survey_id = invitations.survey_id and secret_voters.voter = invitations.id)
)`;

/**
 * Finds the addresses whose account gets no such email: it has opted out of them, or of emails about this survey; before a
 * reminder it has voted, with another invitation; the owner gets an email of another kind when voting ends, and knows what was
 * decided. These are separate statements, because a distributed database has accounts, lists and votes on different servers.
 */
async function findExcluded(
  database: Database,
  surveyId: string,
  { kind, emails }: { kind: InvitedEmailKind; emails: readonly string[] },
): Promise<Set<string>> {
  if (kind === "invitation") return new Set();
  const { db, dialect } = database;
  const isReminder = kind === "reminder";
  const isOwner = sql`exists (select 1 from surveys where surveys.id = ${surveyId} and owner_id = users.id)`;
  const { rows: accounts } = await sql<{ id: string; email: string; refuses: unknown }>`
    select id, email, case when ${isReachable} and ${wantsEmails(isReminder ? "reminders" : "results")}
      and ${hasNotUnfollowed(surveyId)} ${isReminder ? sql`` : sql`and not ${isOwner}`} then 0 else 1 end as refuses
    from users where ${dialect.isOneOf(sql.ref("email"), emails)} and email_verified = 1`.execute(db);
  const voters = isReminder ? await findVoted(database, surveyId, accounts) : new Set();
  return new Set(accounts.flatMap(({ id, email, refuses }) => (refuses === 1 || voters.has(id) ? [email] : [])));
}

/** The ids of these accounts with which people have voted on a survey. Which account cast a secret vote is not stored. */
async function findVoted(
  { db, dialect }: Database,
  surveyId: string,
  accounts: readonly { id: string }[],
): Promise<Set<string>> {
  const ids = accounts.map(({ id }) => id);
  const rows = await db
    .selectFrom("votes")
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("user_id"), ids))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * SQL condition on `invitations`: the person gets such an email, unless their account is excluded. Links go to everyone who got
 * none, whether they voted or not: otherwise the sent emails would reveal who voted with an account.
 */
const isRecipientOf = (kind: InvitedEmailKind): RawBuilder<boolean> => {
  const canBeEmailed = sql<boolean>`email is not null and wants_email = 1 and state <> 'struck'`;
  return kind === "reminder" ? sql`${canBeEmailed} and not ${invitedHasVoted}` : canBeEmailed;
};

/** The next people of a list, at most `limit`, after the one with the id `after`, who get an email; none after the last. */
export async function findInvitedPeople(
  database: Database,
  surveyId: string,
  { kind, after, limit }: { kind: InvitedEmailKind; after: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  const isWaiting = kind === "invitation" ? sql<boolean>`state = 'listed'` : sql<boolean>`true`;
  for (let last = after; ; ) {
    const listed = await database.db
      .selectFrom("invitations")
      .select(["id", "email"])
      .$narrowType<{ email: string }>()
      .where("survey_id", "=", surveyId)
      .where("id", ">", last)
      .where(isWaiting)
      .where(isRecipientOf(kind))
      .orderBy("id")
      .limit(limit)
      .execute();
    const excluded = await findExcluded(database, surveyId, { kind, emails: listed.map(({ email }) => email) });
    const people = listed.filter(({ email }) => !excluded.has(email));
    if (people.length > 0 || listed.length < limit) return people;
    last = listed.at(-1)?.id ?? last;
  }
}

/**
 * Marks the invitations of these people as queued.
 * @returns those that were not queued before: an owner who presses twice starts two mailings, which run at the same time
 */
export async function markQueued(
  { db, dialect }: Database,
  surveyId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .updateTable("invitations")
    .set({ state: "queued" })
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("state", "=", "listed")
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Stores the result of sending a queued link; `listed`: it was not sent, and can be sent later. */
export function markDelivery(
  database: Database,
  listed: ListedPerson,
  state: "sent" | "failed" | "refused" | "listed",
): Promise<void> {
  return database.transaction(async (tx) => {
    // A person who was struck meanwhile stays struck. One can be listed again if an email of a sender who was blocked waited, too.
    const { numUpdatedRows } = await updateInvitation(tx, listed)
      .set({ state })
      .where("state", "in", state === "sent" ? ["queued", "listed"] : ["queued"])
      .executeTakeFirstOrThrow();
    if (state === "sent" && numUpdatedRows > 0n) await countSentLink(tx, listed.surveyId, 1);
  });
}

/** Whether an enqueued email to an invited person should still be sent: the person, the list or the survey may have changed. */
export async function isInvitedEmailWanted(
  database: Database,
  { surveyId, invitationId, kind, address }: ListedPerson & { kind: InvitedEmailKind; address: string },
): Promise<boolean> {
  const { db } = database;
  const invited = await db
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
  if (!invited || !survey) return false;
  return !(await findExcluded(database, surveyId, { kind, emails: [address] })).has(address);
}

/**
 * Finds the issue of an invitation whose link is about to be sent; null if it is gone. Stores the hash of the link again if the
 * server's secret, from which links are derived, has changed: then the link that is sent now is the valid one.
 */
export function findIssue(
  database: Database,
  listed: ListedPerson,
  hashOf: (invitationId: string, issue: number) => string,
): Promise<number | null> {
  return database.transaction(async (tx) => {
    const found = await tx.db
      .selectFrom("invitations")
      .select(["issue", "token_hash"])
      .where("survey_id", "=", listed.surveyId)
      .where("id", "=", listed.invitationId)
      .$call(tx.dialect.lock)
      .executeTakeFirst();
    if (!found) return null;
    const hash = hashOf(listed.invitationId, found.issue);
    if (hash !== found.token_hash) await updateInvitation(tx, listed).set({ token_hash: hash }).execute();
    return found.issue;
  });
}

/** Stores that an invited person wants no more emails about a survey. */
export async function optOutOfEmails(database: Database, listed: ListedPerson): Promise<void> {
  await updateInvitation(database, listed).set({ wants_email: 0 }).execute();
}
