import { VERIFIED } from "@survey-app/contract/users.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { publicOnly } from "../surveys/visible.sql.ts";

/** A person on a list. */
export interface Listed {
  surveyId: string;
  invitationId: string;
}

/** What an email to an invited person is: the link, a reminder to vote, or the result. */
export type InvitedEmailKind = "invitation" | "reminder" | "result";

/** Whether a person on a list has voted, as SQL on `invitations`. */
export const hasVoted: RawBuilder<boolean> = sql`(
  exists (select 1 from votes
    where votes.invitation_id = invitations.id and votes.survey_id = invitations.survey_id)
  or exists (select 1 from secret_voters
    where secret_voters.survey_id = invitations.survey_id and secret_voters.voter = invitations.id)
)`;

/** Whether an account with the address of an invitation refused such emails, or emails about this survey. */
const isRefusedByAccount = (kind: "reminder" | "result") => sql<boolean>`exists (
  select 1 from users where users.email = invitations.email and users.email_verified = 1 and (
    users.status <> ${sql.lit(VERIFIED)}
    or exists (select 1 from unwanted_emails
      where unwanted_emails.user_id = users.id and unwanted_emails.kind = ${sql.lit(`${kind}s`)})
    or exists (select 1 from follows
      where follows.survey_id = invitations.survey_id and follows.user_id = users.id and follows.follows = 0)
  )
)`;

/**
 * Who of a list gets an email, as SQL on `invitations`. Links go to those who got none, whether they voted or not: else what is
 * sent would tell who voted with an account.
 */
const isFor = (kind: InvitedEmailKind): RawBuilder<boolean> => {
  const isReachable = sql<boolean>`email is not null and wants_email = 1 and state <> 'struck'`;
  if (kind === "invitation") return isReachable;
  const others = sql<boolean>`${isReachable} and not ${isRefusedByAccount(kind)}`;
  return kind === "reminder" ? sql`${others} and not ${hasVoted}` : others;
};

/** The next `limit` people of a list, after the one with the id `after`, who get an email. */
export async function findInvitedPeople(
  { db }: Database,
  surveyId: string,
  { kind, after, limit }: { kind: InvitedEmailKind; after: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  const isWaiting = kind === "invitation" ? sql<boolean>`state = 'listed'` : sql<boolean>`true`;
  return db
    .selectFrom("invitations")
    .select(["id", "email"])
    .$narrowType<{ email: string }>()
    .where("survey_id", "=", surveyId)
    .where("id", ">", after)
    .where(isWaiting)
    .where(isFor(kind))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Notes that links to these people are about to be sent. */
export async function markQueued({ db, dialect }: Database, surveyId: string, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ state: "queued" })
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
}

/** Notes what became of a link that was about to be sent; `listed`: it was not sent, and can be sent again. */
export async function markDelivery(
  { db }: Database,
  { surveyId, invitationId }: Listed,
  state: "sent" | "failed" | "listed",
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ state })
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    // Who was struck meanwhile stays so.
    .where("state", "=", "queued")
    .execute();
}

/** Whether an email to an invited person is still to be sent: since it was enqueued, much can have changed. */
export async function isInvitedEmailWanted(
  { db }: Database,
  { surveyId, invitationId, kind, address }: Listed & { kind: InvitedEmailKind; address: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("invitations")
    .innerJoin("surveys", "surveys.id", "invitations.survey_id")
    .select("invitations.id")
    .where("invitations.survey_id", "=", surveyId)
    .where("invitations.id", "=", invitationId)
    .where("invitations.email", "=", address)
    .where(isFor(kind))
    .where(publicOnly(Date.now()))
    .where("surveys.closed_at", kind === "result" ? "is not" : "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The issue of an invitation whose link is about to be sent; null if it is gone. The hash of the link is stored again, because
 * the server's secret, from which links are made, can have changed: then the link that is sent now is the valid one.
 */
export function findIssue(
  database: Database,
  { surveyId, invitationId }: Listed,
  hashOf: (invitationId: string, issue: number) => string,
): Promise<number | null> {
  return database.transaction(async (tx) => {
    const invitation = tx.db
      .selectFrom("invitations")
      .select(["issue", "token_hash"])
      .where("survey_id", "=", surveyId)
      .where("id", "=", invitationId);
    const found = await invitation.$call(tx.dialect.lock).executeTakeFirst();
    if (!found) return null;
    const hash = hashOf(invitationId, found.issue);
    if (hash !== found.token_hash)
      await tx.db
        .updateTable("invitations")
        .set({ token_hash: hash })
        .where("survey_id", "=", surveyId)
        .where("id", "=", invitationId)
        .execute();
    return found.issue;
  });
}

/** Stores that an invited person wants no more emails about a survey. */
export async function refuseEmails({ db }: Database, { surveyId, invitationId }: Listed): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ wants_email: 0 })
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .execute();
}
