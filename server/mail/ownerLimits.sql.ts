import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { tokenHash } from "../database/tokenHash.ts";
import { consumeRateLimits, refundRateLimit } from "../http/rateLimits.sql.ts";
import { type BundledKind, bundleKindOf, bundleOf, isBundled } from "../words/mail/bundles.ts";
import type { SurveyEmail } from "../words/mail/surveyTemplates.ts";
import { limitOf } from "./emailLimits.ts";

/** Invitations of one owner to one address within this time become one email: the first is sent, the others wait. */
const BUNDLING_MS = 15 * 60_000;
/** The most emails of one owner to an address that has not voted with a link of that owner. */
const BY_OWNER_A_DAY = 3;
const BY_OWNER_A_WEEK = 5;
/** The daily limit per address for all owners without an accepted survey together. */
const BY_NEW_OWNERS_A_DAY = 10;
/** The most emails in one; further ones wait for the next. */
const BUNDLE_MAX = 50;
/** The most waiting emails that are read to be bundled with those that are due. */
const WAITING_READ = 500;

const BUNDLED: BundledKind[] = ["invitation", "invitationResult", "invitationOutcome"];

/** A row of the outbox that was not tried yet. */
interface UntriedRow {
  id: string;
  kind: string;
  address: string;
  details: string;
}

/** Whether an address has voted with a link of an owner, for whom there are then no limits at that address. */
export type IsOwnerKnown = (tx: Database, at: { ownerId: string; address: string }) => Promise<boolean>;

/** An email that is about to be sent: of one row, or of all rows that become one. */
interface DueEmail {
  kind: string;
  address: string;
  ownerId: string;
  rows: [UntriedRow, ...UntriedRow[]];
  /**
   * Whether it is a reminder to someone whose invitation waits: the invitation has the same link, and is more
   * important.
   */
  isRepeated: boolean;
}

/**
 * Applies the limits of emails from survey owners to rows that are about to be sent for the first time: bundles them,
 * postpones those beyond a limit, and drops reminders beyond it. There are no limits for owners who are known at an
 * address.
 * @returns the ids of the rows that must not be sent now, including the postponed ones, and the new content of rows
 *   that became several emails in one
 */
export async function limitByOwner(
  tx: Database,
  untried: readonly UntriedRow[],
  isOwnerKnown: IsOwnerKnown,
): Promise<{
  held: Set<string>;
  /** Those of the held ones that must be deleted. */
  dropped: Set<string>;
  postponed: Set<string>;
  bundled: Map<string, Pick<UntriedRow, "kind" | "details">>;
}> {
  const limited = untried.filter(({ kind }) => limitOf(kind)?.by === "owner");
  const held = new Set<string>();
  const postponed = new Set<string>();
  const bundled = new Map<string, Pick<UntriedRow, "kind" | "details">>();
  const dropped = new Set<string>();
  if (limited.length === 0) return { held, dropped, postponed, bundled };
  const waiting = await findWaiting(tx, limited);
  const dueEmails = await groupByOwner(tx, limited, waiting);
  const leftMs = await countDueEmails(tx, dueEmails, isOwnerKnown);
  for (const [index, dueEmail] of dueEmails.entries()) {
    const wait = leftMs[index] ?? 0;
    if (wait === 0) {
      const content = await bundleRows(tx, dueEmail);
      if (content) bundled.set(dueEmail.rows[0].id, content);
      for (const { id } of dueEmail.rows.slice(1)) held.add(id);
      continue;
    }
    const ids = dueEmail.rows.map(({ id }) => id);
    for (const id of ids) held.add(id);
    const limit = limitOf(dueEmail.kind);
    if (limit?.by !== "owner" || limit.beyond === "drop") for (const id of ids) dropped.add(id);
    else {
      await postpone(tx, ids, wait);
      for (const id of ids) postponed.add(id);
    }
  }
  return { held, dropped, postponed, bundled };
}

/** The emails that wait to be bundled with those that are due. */
function findWaiting({ db, dialect }: Database, due: readonly UntriedRow[]): Promise<UntriedRow[]> {
  const addresses = [...new Set(due.map(({ address }) => address))];
  return db
    .selectFrom("outbox")
    .select(["id", "kind", "address", "details"])
    .where(({ ref }) => dialect.isOneOf(ref("address"), addresses))
    .where("is_bulk", "=", sql.lit(1))
    .where("attempts", "=", 0)
    .where("kind", "in", BUNDLED)
    .orderBy("id")
    .limit(WAITING_READ)
    .$call(dialect.lockSkippingLocked)
    .execute();
}

/** The owners of surveys and meetings, by their ids. */
async function findOwners({ db, dialect }: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const surveys = await db
    .selectFrom("surveys")
    .select(["id", "owner_id"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
  const meetings = await db
    .selectFrom("meetings")
    .select(["id", "owner_id"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
  return new Map([...surveys, ...meetings].map(({ id, owner_id }) => [id, owner_id]));
}

/**
 * Groups rows into the emails that they become. Emails about surveys that are gone are left out, because they aren't
 * wanted anyway.
 */
async function groupByOwner(
  database: Database,
  due: readonly UntriedRow[],
  waiting: readonly UntriedRow[],
): Promise<DueEmail[]> {
  const rows = [...new Map([...due, ...waiting].map((row) => [row.id, row])).values()];
  const surveyOf = ({ details }: UntriedRow) => String(JSON.parse(details).surveyId);
  const ownerOf = await findOwners(database, [...new Set(rows.map(surveyOf))]);
  const dueEmails = new Map<string, DueEmail>();
  for (const row of rows) {
    const ownerId = ownerOf.get(surveyOf(row));
    if (ownerId === undefined) continue;
    const key = [bundleKindOf(row), isBundled(row) ? `${ownerId} ${row.address}` : row.id].join(" ");
    const dueEmail = dueEmails.get(key);
    if (!dueEmail)
      dueEmails.set(key, { kind: row.kind, address: row.address, ownerId, rows: [row], isRepeated: false });
    else if (dueEmail.rows.length < BUNDLE_MAX) dueEmail.rows.push(row);
  }
  for (const dueEmail of dueEmails.values())
    if (!isBundled(dueEmail))
      dueEmail.isRepeated = dueEmails.has(`invitations ${dueEmail.ownerId} ${dueEmail.address}`);
  // The rows that are due come first, so that each email that is made now begins with one of them.
  const dueIds = new Set(due.map(({ id }) => id));
  return [...dueEmails.values()].filter(({ rows: [first] }) => dueIds.has(first.id));
}

/** A limit of the number of emails to a mailbox. */
interface Limit {
  key: string;
  max: number;
  windowMs: number;
}

/**
 * Counts these emails.
 * @returns for each, the milliseconds that it has to wait for a limit, in which case it isn't counted; otherwise 0
 */
async function countDueEmails(
  tx: Database,
  dueEmails: readonly DueEmail[],
  isOwnerKnown: IsOwnerKnown,
): Promise<number[]> {
  const accepted = await findAcceptedOwners(tx, dueEmails);
  const limits = dueEmails.map(limitsOf);
  const bundling = await consume(
    tx,
    limits.map((each) => each.bundling),
  );
  const mayBeSent = dueEmails.map(({ isRepeated }, index) => !isRepeated && bundling[index] === 0);
  const byOwner = await consume(
    tx,
    limits.map((each, index) => {
      if (!mayBeSent[index]) return [];
      return accepted.has(dueEmails[index]?.ownerId ?? "") ? each.byOwner : [...each.byNewOwners, ...each.byOwner];
    }),
  );
  const waits: number[] = [];
  for (const [index, { isRepeated, ownerId, address }] of dueEmails.entries()) {
    const waitMs = isRepeated ? Number.POSITIVE_INFINITY : bundling[index] || (byOwner[index] ?? 0);
    const isKnown = mayBeSent[index] && waitMs > 0 && (await isOwnerKnown(tx, { ownerId, address }));
    waits.push(isKnown ? 0 : waitMs);
  }
  return waits;
}

/** The limits of an email to the mailbox of an address. */
function limitsOf({ kind, address, ownerId }: { kind: string; address: string; ownerId: string }) {
  // The mailbox: an owner can list it with any number of tags.
  const reader = tokenHash(mailboxOf(address));
  const isInvitation = kind === "invitation" || kind === "invitations";
  return {
    bundling: isInvitation ? [{ key: `invitations ${ownerId} ${reader}`, max: 1, windowMs: BUNDLING_MS }] : [],
    byNewOwners: [{ key: `owners ${reader}`, max: BY_NEW_OWNERS_A_DAY, windowMs: DAY_MS }],
    byOwner: [
      { key: `owner day ${ownerId} ${reader}`, max: BY_OWNER_A_DAY, windowMs: DAY_MS },
      { key: `owner week ${ownerId} ${reader}`, max: BY_OWNER_A_WEEK, windowMs: 7 * DAY_MS },
    ],
  };
}

/**
 * Uncounts an email that wasn't sent because it was no longer wanted. A reminder stays counted: its reader may have
 * voted, and the owner could otherwise tell that from the emails that still reach the address.
 */
export async function refundByOwner(
  database: Database,
  { kind, address, surveyId }: { kind: string; address: string; surveyId: string },
): Promise<void> {
  if (limitOf(kind)?.by !== "owner" || kind === "invitationReminder") return;
  const ownerId = (await findOwners(database, [surveyId])).get(surveyId);
  if (ownerId === undefined) return;
  const { bundling, byNewOwners, byOwner } = limitsOf({ kind, address, ownerId });
  const isAccepted = (await findAcceptedOwners(database, [{ ownerId }])).has(ownerId);
  for (const { key } of [...bundling, ...(isAccepted ? [] : byNewOwners), ...byOwner])
    await refundRateLimit(database, key);
}

/**
 * Counts emails, each with all its limits, or with none if it exceeds one: a statement for each window, in which the
 * keys are ordered, because votes on SQLite wait for it and instances must not wait for each other.
 * @returns for each 0, or the milliseconds until the limits that it exceeds end
 */
async function consume(tx: Database, limitsOfEach: readonly (readonly Limit[])[]): Promise<number[]> {
  const waits = limitsOfEach.map(() => 0);
  const all = limitsOfEach.flatMap((limits, index) => limits.map((limit) => ({ ...limit, index })));
  for (const windowMs of new Set(all.map((limit) => limit.windowMs))) {
    const counted = all.filter((limit) => limit.windowMs === windowMs);
    const additions = counted.map(({ key }) => ({ key, used: 1 }));
    const counts = await consumeRateLimits(tx, additions, windowMs);
    for (const [index, { index: position, max }] of counted.entries()) {
      const { used = 0, leftMs = 0 } = counts[index] ?? {};
      if (used > max) waits[position] = Math.max(waits[position] ?? 0, leftMs);
    }
  }
  for (const { key, index } of all) if (waits[index] !== 0) await refundRateLimit(tx, key);
  return waits;
}

/** The owners who have a survey that an admin has accepted. */
async function findAcceptedOwners({ db }: Database, dueEmails: readonly { ownerId: string }[]): Promise<Set<string>> {
  if (dueEmails.length === 0) return new Set();
  const owners = [...new Set(dueEmails.map(({ ownerId }) => ownerId))];
  const accepted = await db
    .selectFrom("surveys")
    .select("owner_id")
    .distinct()
    .where("owner_id", "in", owners)
    .where("accepted", "=", sql.lit(1))
    .execute();
  return new Set(accepted.map(({ owner_id }) => owner_id));
}

/** Merges the rows of an email into one. @returns its new content; null if it is unchanged */
async function bundleRows(
  { db }: Database,
  { ownerId, rows }: DueEmail,
): Promise<Pick<UntriedRow, "kind" | "details"> | null> {
  const [first, ...more] = rows;
  if (more.length === 0) return null;
  const read = ({ kind, details }: UntriedRow) => ({ kind, ...JSON.parse(details) }) as SurveyEmail;
  const [one, ...others] = rows.map(read).filter(isBundled);
  if (!one) return null;
  const { kind, ...details } = bundleOf(ownerId, [one, ...others]);
  const content = { kind, details: JSON.stringify(details) };
  await db.updateTable("outbox").set(content).where("id", "=", first.id).execute();
  await db
    .deleteFrom("outbox")
    .where(
      "id",
      "in",
      more.map(({ id }) => id),
    )
    .execute();
  return content;
}

async function postpone({ db }: Database, ids: readonly string[], waitMs: number): Promise<void> {
  const until = Date.now() + waitMs;
  await db.updateTable("outbox").set({ next_at: until }).where("id", "in", ids).execute();
}
