import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { hasNotUnfollowed, isReachable, wantsEmails } from "../outcomes/wantedEmails.sql.ts";
import { publicOnly } from "../surveys/visible.sql.ts";

/** A person on a list. */
export interface Listed {
  surveyId: string;
  invitationId: string;
}

/** What an email to an invited person is: the link, a reminder to vote, or the result. */
export type InvitedEmailKind = "invitation" | "reminder" | "result";

/** Selects the row of a person on a list, to change it. */
export const updateInvitation = ({ db }: Database, { surveyId, invitationId }: Listed) =>
  db.updateTable("invitations").where("survey_id", "=", surveyId).where("id", "=", invitationId);

/** Those of these addresses that are on a list. */
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
 * Those of these addresses whose account refused such emails, or emails about this survey. A statement of its own, because a
 * distributed database has accounts and lists on different servers.
 */
async function findRefusing(
  { db, dialect }: Database,
  surveyId: string,
  { kind, emails }: { kind: InvitedEmailKind; emails: readonly string[] },
): Promise<Set<string>> {
  if (kind === "invitation") return new Set();
  const { rows } = await sql<{ email: string }>`
    select email from users where ${dialect.isOneOf(sql.ref("email"), emails)} and email_verified = 1
      and not (${isReachable} and ${wantsEmails(`${kind}s`)} and ${hasNotUnfollowed(surveyId)})`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/**
 * Who of a list gets an email, unless their account refused it, as SQL on `invitations`. Links go to those who got none, whether
 * they voted or not: else what is sent would tell who voted with an account.
 */
const isFor = (kind: InvitedEmailKind): RawBuilder<boolean> => {
  const isReachable = sql<boolean>`email is not null and wants_email = 1 and state <> 'struck'`;
  return kind === "reminder" ? sql`${isReachable} and not ${invitedHasVoted}` : isReachable;
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
      .where(isFor(kind))
      .orderBy("id")
      .limit(limit)
      .execute();
    const refusing = await findRefusing(database, surveyId, { kind, emails: listed.map(({ email }) => email) });
    const people = listed.filter(({ email }) => !refusing.has(email));
    if (people.length > 0 || listed.length < limit) return people;
    last = listed.at(-1)?.id ?? last;
  }
}

/**
 * Notes that links to these people are about to be sent.
 * @returns those for whom that was not noted before: an owner who presses twice starts two mailings, which run at the same time
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

/** Notes what became of a link that was about to be sent; `listed`: it was not sent, and can be sent later. */
export async function markDelivery(
  database: Database,
  listed: Listed,
  state: "sent" | "failed" | "refused" | "listed",
): Promise<void> {
  // Who was struck meanwhile stays so.
  await updateInvitation(database, listed).set({ state }).where("state", "=", "queued").execute();
}

/** Whether an email to an invited person is still to be sent: since it was enqueued, much can have changed. */
export async function isInvitedEmailWanted(
  database: Database,
  { surveyId, invitationId, kind, address }: Listed & { kind: InvitedEmailKind; address: string },
): Promise<boolean> {
  const { db } = database;
  const invited = await db
    .selectFrom("invitations")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .where("email", "=", address)
    .where(isFor(kind))
    .executeTakeFirst();
  const survey = await db
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", surveyId)
    .where(publicOnly(Date.now()))
    .where("closed_at", kind === "result" ? "is not" : "is", null)
    .executeTakeFirst();
  if (!invited || !survey) return false;
  return !(await findRefusing(database, surveyId, { kind, emails: [address] })).has(address);
}

/**
 * The issue of an invitation whose link is about to be sent; null if it is gone. The hash of the link is stored again, because
 * the server's secret, from which links are made, can have changed: then the link that is sent now is the valid one.
 */
export function findIssue(
  database: Database,
  listed: Listed,
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
export async function refuseEmails(database: Database, listed: Listed): Promise<void> {
  await updateInvitation(database, listed).set({ wants_email: 0 }).execute();
}
