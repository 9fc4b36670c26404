import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { findTooMany } from "./addressLimit.sql.ts";
import { type EmailTemplate, purposeOf } from "./templates.ts";

/** How long a sender has for the mails it took before somebody else may try them. */
const LEASE_MS = 2 * 60_000;

/** A mail that is to be sent now. `attempts` counts this one. */
export interface QueuedEmail {
  id: string;
  letter: EmailTemplate;
  address: string;
  /** The account's when the mail was asked for; null where there is none. */
  credentialVersion: number | null;
  createdAt: number;
  attempts: number;
  /** Until then nobody else takes it. */
  leasedUntil: number;
}

/** Puts a mail into the outbox; within a transaction it is sent if and only if that commits. */
export async function enqueueEmail({ db }: Database, address: string, letter: EmailTemplate): Promise<void> {
  const { kind, ...details } = letter;
  const now = Date.now();
  await db
    .insertInto("outbox")
    .values(({ selectFrom }) => ({
      id: newId(),
      kind,
      address,
      details: JSON.stringify(details),
      // In the same statement: asking is the same work whether there is such an account.
      credential_version: purposeOf(letter)
        ? selectFrom("users")
            .select("credential_version")
            .where((eb) => ("userId" in letter ? eb("id", "=", letter.userId) : eb("email", "=", address)))
        : null,
      created_at: now,
      next_at: now,
    }))
    .execute();
}

export interface DueEmail {
  due: QueuedEmail[];
  /** How many were dropped, because their addresses had enough of that kind. */
  dropped: number;
}

/**
 * Takes mails that are due, the oldest first, so that nobody else sends them meanwhile.
 * @param limits whether an address gets only so many of a kind
 */
export function claimDueEmails(database: Database, count: number, { limits }: { limits: boolean }): Promise<DueEmail> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const rows = await db
      .selectFrom("outbox")
      .selectAll()
      .where("next_at", "<=", Date.now())
      .orderBy("next_at")
      .orderBy("id")
      .limit(count)
      .$call(dialect.lockFree)
      .execute();
    // In this transaction, so that each is counted once, whatever becomes of us; and not again when it is tried again.
    const untried = rows.filter(({ attempts }) => attempts === 0);
    const tooMany = limits ? await findTooMany(tx, untried) : [];
    if (tooMany.length > 0) await db.deleteFrom("outbox").where("id", "in", tooMany).execute();
    const kept = rows.filter(({ id }) => !tooMany.includes(id));
    if (kept.length === 0) return { due: [], dropped: tooMany.length };
    const ids = kept.map(({ id }) => id);
    const leasedUntil = Date.now() + LEASE_MS;
    await db
      .updateTable("outbox")
      .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), next_at: leasedUntil }))
      .where("id", "in", ids)
      .execute();
    const due = kept.map(({ id, kind, address, details, credential_version, created_at, attempts }) => ({
      id,
      address,
      credentialVersion: credential_version,
      letter: { kind, ...JSON.parse(details) } as EmailTemplate,
      createdAt: created_at,
      attempts: attempts + 1,
      leasedUntil,
    }));
    return { due, dropped: tooMany.length };
  });
}

/**
 * The name of the person who has confirmed that an address is theirs. Null for every other address: an account that claims
 * it can be anybody's, and so can the name that was given to it.
 */
export async function findConfirmedName({ db, dialect }: Database, address: string): Promise<string | null> {
  const found = await db
    .selectFrom("users")
    .select("name")
    .where("email", "=", address)
    .where("email_verified", "=", dialect.authBoolean(true))
    .executeTakeFirst();
  return found?.name ?? null;
}

/** Sent, or given up. */
export async function deleteSentEmail({ db }: Database, id: string): Promise<void> {
  await db.deleteFrom("outbox").where("id", "=", id).execute();
}

export async function postponeEmail({ db }: Database, id: string, until: number): Promise<void> {
  await db.updateTable("outbox").set({ next_at: until }).where("id", "=", id).execute();
}
