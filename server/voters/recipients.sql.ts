import { type RawBuilder, type Selectable, sql } from "kysely";
import { getsOwnerEmails } from "../ballots/rights.sql.ts";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { MailingRow } from "../database/mailingTables.ts";
import type { Tables } from "../database/tables.ts";
import { isAfterClose } from "../mail/addMailing.sql.ts";
import { hasFollowed } from "../mail/wantedEmails.sql.ts";
import { findVoted, invitedHasVoted, isInvitationUsed } from "./votesOfPerson.sql.ts";

/**
 * Who gets an email about a survey: the people on its list, then those who voted with an account, then those who follow
 * without a vote. A mailing finds them in chunks, and each person is a candidate for one email of it, as a person on
 * the list or with the account. Whether a candidate gets that email is decided elsewhere (`findUnsentReasons`).
 */

type MailingKind = MailingRow["kind"];

/** A person who may get an email, as its template names them. */
export type Candidate = { email: string } & ({ invitationId: string } | { userId: string });

export interface Candidates {
  candidates: Candidate[];
  /** The cursor after them; null at the end of the stage. */
  last: string | null;
}

type MailedSurvey = Pick<Selectable<Tables["surveys"]>, "id" | "electorate" | "privacy">;

/** The next people of a mailing's stage, at most `limit`, after a cursor. Fewer can be candidates, or none. */
export async function findCandidates(
  tx: Database,
  survey: MailedSurvey,
  page: { stage: "invited" | "voters" | "followers"; after: string; limit: number; kind: MailingKind },
): Promise<Candidates> {
  if (page.stage === "invited") return findInvited(tx, survey, page);
  const { found, last } = await (page.stage === "voters"
    ? findVoters(tx, survey, page)
    : findFollowers(tx, survey.id, page));
  return { candidates: await findAccounts(tx, survey.id, page.kind, found), last };
}

/**
 * The people on a list, except those who get the email with their account, because they own the survey or chose to
 * follow it. An owner gets an email of another kind after the close, and knows what was decided.
 */
async function findInvited(
  tx: Database,
  { id: surveyId, electorate }: MailedSurvey,
  { kind, after, limit }: { kind: MailingKind; after: string; limit: number },
): Promise<Candidates> {
  if (electorate !== "invited") return { candidates: [], last: null };
  const invited = await tx.db
    .selectFrom("invitations")
    .select(["id as invitationId", "email"])
    .$narrowType<{ email: string }>()
    .where("survey_id", "=", surveyId)
    .where("id", ">", after)
    .where("email", "is not", null)
    .where(hasLink(kind))
    // The votes of removed people count, so they get the result and the outcome.
    .where(
      isAfterClose(kind) ? sql<boolean>`(state <> 'struck' or ${invitedHasVoted})` : sql<boolean>`state <> 'struck'`,
    )
    .orderBy("id")
    .limit(limit)
    .execute();
  const last = invited.at(-1)?.invitationId ?? null;
  if (!isAfterClose(kind)) return { candidates: invited, last };
  const others = await findByAccount(
    tx,
    surveyId,
    invited.map(({ email }) => email),
  );
  return { candidates: invited.filter(({ email }) => !others.has(email)), last };
}

/**
 * SQL on `invitations`: who gets links, and corrections of these. Some have a code in place of the link, which the
 * owner hands out.
 */
function hasLink(kind: MailingKind): RawBuilder<boolean> {
  if (kind === "invitation") return sql<boolean>`state = 'listed' and code_key is null`;
  return kind === "correction" ? sql<boolean>`state = 'sent' and code_key is null` : sql<boolean>`true`;
}

/**
 * Those of these addresses whose account owns a survey, or has chosen to follow it, whatever they refuse as people on
 * the list.
 */
async function findByAccount(
  { db, dialect }: Database,
  surveyId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("users")
    .select("email")
    .where(({ ref }) => dialect.isOneOf(ref("email"), emails))
    .where("email_verified", "=", 1)
    .where(sql<boolean>`(${hasFollowed(surveyId)} or ${getsOwnerEmails(surveyId)})`)
    .$narrowType<{ email: string }>()
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** People who voted or follow, and the cursor after them. */
interface Accounts {
  found: string[];
  last: string | null;
}

/**
 * Each voter once, in the order of their votes; those of a secret survey in the order of their ids, because nothing
 * else is stored. The marks on surveys for invited people are those of invitations, whose people are found by the list.
 * Nobody knows who votes by open link.
 */
async function findVoters(
  { db }: Database,
  { id: surveyId, electorate, privacy }: MailedSurvey,
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

/** People who follow a survey; after the close without voters, because an earlier stage found them. */
async function findFollowers(
  tx: Database,
  surveyId: string,
  { kind, after, limit }: { kind: MailingKind; after: string; limit: number },
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
  const earlier = isAfterClose(kind) ? await findVoted(tx, surveyId, ids) : new Set();
  return { found: ids.filter((id) => !earlier.has(id)), last: ids.at(-1) ?? null };
}

/**
 * These accounts, except owners after the close, and people on the list who have not chosen to follow: they get another
 * email.
 */
async function findAccounts(
  tx: Database,
  surveyId: string,
  kind: MailingKind,
  ids: readonly string[],
): Promise<{ userId: string; email: string }[]> {
  const people = await tx.db
    .selectFrom("users")
    .select(["id as userId", "email", hasFollowed(surveyId).as("chose")])
    .where(({ ref }) => tx.dialect.isOneOf(ref("id"), ids))
    .where("email", "is not", null)
    .where(isAfterClose(kind) ? sql<boolean>`not ${getsOwnerEmails(surveyId)}` : sql<boolean>`true`)
    .$narrowType<{ email: string }>()
    .orderBy("id")
    .execute();
  const emails = people.map(({ email }) => email);
  const invited = await findOnList(tx, surveyId, emails);
  return people.flatMap(({ chose, ...person }) => (chose || !invited.has(person.email) ? [person] : []));
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

/** The number of newest lists that are searched for a vote of an address. */
const LISTS_READ = 500;

/**
 * Whether an address has voted with an invitation of an owner, who is then known there. Where the owner's list doesn't
 * show who voted (`listPeople`), votes count after the close only: before, the owner could send emails until one waits,
 * and learn that.
 */
export async function isOwnerKnown(
  database: Database,
  { ownerId, address }: { ownerId: string; address: string },
): Promise<boolean> {
  const { db, dialect } = database;
  // One after the other, because a distributed database has lists and surveys on different servers.
  const invited = await db
    .selectFrom("invitations")
    .select(["survey_id as surveyId", "id as invitationId"])
    .where("email", "=", address)
    .orderBy("survey_id", "desc")
    .limit(LISTS_READ)
    .execute();
  const ids = invited.map(({ surveyId }) => surveyId);
  const surveys = await db
    .selectFrom("surveys")
    .select(["id", "results", "closed_at"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("owner_id", "=", ownerId)
    .execute();
  const known = new Set(
    surveys.flatMap(({ id, results, closed_at }) => (hidesWhoVoted(results, closed_at) ? [] : [id])),
  );
  for (const invitation of invited)
    if (known.has(invitation.surveyId) && (await isInvitationUsed(database, invitation))) return true;
  return false;
}
