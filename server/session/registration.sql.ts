import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { EMAIL_LINK_MINUTES } from "@survey-app/contract/session/emailLinks.ts";
import {
  ACCOUNT_INVITATION_DAYS,
  ACCOUNT_INVITATIONS_MAX,
  type AccountInvitation,
  type Registration,
} from "@survey-app/contract/session/registration.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import type { Secrets } from "../database/secrets.ts";
import { toIso } from "../database/toIso.ts";
import { deriveKey } from "../database/tokenHash.ts";
import type { Actor } from "../http/currentUser.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { findUserIdByEmail } from "./accounts.sql.ts";

/**
 * Who may create an account (REGISTRATION). Every way to one asks `mayRegister`, in the transaction that inserts the
 * user. Unless all may, the address must be proven before, because the address decides: by a link that was emailed to
 * it, or by a provider.
 */

/** Whether a proven address may have an account. An admin's invitation counts unless nobody may. */
export async function mayRegister(
  database: Database,
  { kind, domains }: Registration,
  email: string,
): Promise<boolean> {
  if (kind === "open") return true;
  if (kind === "closed") return false;
  if (kind === "domains" && domains.includes(email.slice(email.lastIndexOf("@") + 1))) return true;
  if ((await findInvitation(database, email)) !== null) return true;
  return kind === "invited" && isOnList(database, email);
}

/**
 * Whether another account has the mailbox of an address, where a mailbox can have one account only: where the domain
 * decides, tags would give a person any number of votes. In a transaction, the mailbox is locked until it ends.
 * Accounts that share a mailbox already stay.
 * @param userId of the account that moves to the address; null for a new one
 */
export async function isMailboxTaken(
  { db, dialect }: Database,
  { kind }: Registration,
  { email, userId = null }: { email: string; userId?: string | null },
): Promise<boolean> {
  if (kind !== "domains") return false;
  const mailbox = mailboxOf(email);
  await dialect.acquireLock(db, `mailbox ${mailbox}`);
  const others = await db
    .selectFrom("users")
    .select("id")
    .where(({ ref }) => sql<boolean>`${dialect.mailbox(ref("email"))} = ${mailbox}`)
    .where("id", "<>", userId ?? "")
    .limit(1)
    .execute();
  return others.length > 0;
}

/**
 * Whether an account may change to an address: as for a new one, but existing accounts go on where registration is
 * closed.
 */
export const mayMoveTo = async (database: Database, registration: Registration, email: string): Promise<boolean> =>
  registration.kind === "closed" || mayRegister(database, registration, email);

/** @returns the id of an admin's invitation that is valid */
async function findInvitation({ db }: Database, email: string): Promise<string | null> {
  const found = await db
    .selectFrom("account_invitations")
    .select("id")
    .where("email", "=", email)
    .where("expires_at", ">", Date.now())
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Whether an address is on the list of a survey that was ever public. */
async function isOnList({ db }: Database, email: string): Promise<boolean> {
  const listed = await db
    .selectFrom("invitations")
    .innerJoin("surveys", "surveys.id", "invitations.survey_id")
    .select("surveys.id")
    .where("invitations.email", "=", email)
    .where("invitations.state", "<>", "struck")
    .where("surveys.first_published_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return listed !== undefined;
}

/**
 * Uses up the invitation of an address that gets an account, new or moved to it, so that it is accepted once.
 * @returns the id of a new user: that of the invitation, by which the audit log then names the user
 */
export async function acceptInvitation({ db }: Database, email: string): Promise<string> {
  const accepted = await db
    .deleteFrom("account_invitations")
    .where("email", "=", email)
    .returning("id")
    .executeTakeFirst();
  return accepted?.id ?? randomUUID();
}

export async function listInvitations({ db }: Database): Promise<AccountInvitation[]> {
  const rows = await db
    .selectFrom("account_invitations")
    .selectAll()
    .where("expires_at", ">", Date.now())
    .orderBy("expires_at", "desc")
    .orderBy("id")
    .limit(ACCOUNT_INVITATIONS_MAX)
    .execute();
  return rows.map(({ id, email, expires_at }) => ({ _id: id, email, expiresAt: toIso(expires_at) }));
}

/** Invites an address, or renews its invitation. @returns the invitation's id */
export function inviteAddress(
  database: Database,
  { email, registration }: { email: string; registration: Registration },
  by: Actor,
): Promise<{ id: string } | "emailTaken" | "tooManyInvited"> {
  return database.transaction(async (tx) => {
    if ((await findUserIdByEmail(tx, email)) !== null) return "emailTaken";
    if (await isMailboxTaken(tx, registration, { email })) return "emailTaken";
    // Locked, so that admins who invite at the same time don't exceed the maximum: each counts those of the one before.
    await tx.db.selectFrom("account_invitations").select("id").orderBy("id").$call(tx.dialect.lock).execute();
    const open = tx.db
      .selectFrom("account_invitations")
      .where("expires_at", ">", Date.now())
      .where("email", "<>", email);
    if ((await countMatching(open)) >= ACCOUNT_INVITATIONS_MAX) return "tooManyInvited";
    const expires = { expires_at: Date.now() + ACCOUNT_INVITATION_DAYS * DAY_MS };
    const { id } = await tx.db
      .insertInto("account_invitations")
      .values({ id: randomUUID(), email, ...expires })
      .onConflict((conflict) => conflict.column("email").doUpdateSet(expires))
      .returning("id")
      .executeTakeFirstOrThrow();
    await logAction(tx, by, { action: "accountInvited", about: { kind: "user", id }, before: {}, after: {} });
    await enqueueEmail(tx, email, { kind: "accountInvitation" });
    return { id };
  });
}

/** @returns how many there were: 1 or 0 */
export function revokeInvitation(database: Database, id: string, by: Actor): Promise<number> {
  return database.transaction(async (tx) => {
    const revoked = await tx.db.deleteFrom("account_invitations").where("id", "=", id).executeTakeFirstOrThrow();
    if (revoked.numDeletedRows === 0n) return 0;
    await logAction(tx, by, { action: "accountInvitationRevoked", about: { kind: "user", id }, before: {}, after: {} });
    return 1;
  });
}

export type SignUpLinks = ReturnType<typeof createSignUpLinks>;

/**
 * The links with which a person who signs up proves their address. Their only secret is a signature, so nothing is
 * stored.
 */
export function createSignUpLinks(
  database: Database,
  {
    accepted,
    publicUrl,
    registration,
  }: { accepted: Secrets["accepted"]; publicUrl: string; registration: Registration },
) {
  const keys = accepted.map((secret) => deriveKey(secret, "sign-up link")) as [Buffer, ...Buffer[]];
  const sign = (email: string, until: string, key = keys[0]) =>
    createHmac("sha256", key).update(`${until} ${email}`).digest("base64url").slice(0, 32);
  return {
    /**
     * The link for an address, made when its email is sent; null if the address may not have an account, or has one.
     * @param returnTo a path of this site
     */
    async linkFor(email: string, returnTo: string): Promise<string | null> {
      if (!(await mayRegister(database, registration, email))) return null;
      if ((await findUserIdByEmail(database, email)) !== null) return null;
      if (await isMailboxTaken(database, registration, { email })) return null;
      const isInvited = (await findInvitation(database, email)) !== null;
      const ms = isInvited ? ACCOUNT_INVITATION_DAYS * DAY_MS : EMAIL_LINK_MINUTES * 60_000;
      const until = (Date.now() + ms).toString(36);
      const search = returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo })}`;
      // In the fragment, which browsers don't send.
      return `${publicUrl}/signup${search}#${until}.${sign(email, until)}.${encodeURIComponent(email)}`;
    },

    /** Whether a link was sent to this address, and is still valid. @param proof its fragment, up to the address */
    isProof(proof: string, email: string): boolean {
      const [until = "", signature = ""] = proof.split(".");
      if (!(Number.parseInt(until, 36) > Date.now())) return false;
      const given = Buffer.from(signature);
      return keys.some((key) => {
        const expected = Buffer.from(sign(email, until, key));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}
