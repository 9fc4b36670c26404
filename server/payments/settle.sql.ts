import { randomUUID } from "node:crypto";
import type { PaymentState } from "@survey-app/contract/payments.ts";
import { DELETED } from "@survey-app/contract/users.ts";
import { findLastActor, logAction } from "../audit/audit.sql.ts";
import type { Actor } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { FIRST_CHECK_MS, findMembershipEnd } from "./payments.sql.ts";
import type { Intent, ProviderPaymentState } from "./provider.ts";

/*
 * A payment's life. Whatever happens (the browser reports, a webhook comes, twice, late or never, the hourly round looks
 * after it), the provider is asked how the payment stands, and what it says is settled here. So the order of what
 * happens is of no importance, and only these steps are ever taken:
 *
 *   begun ──▶ pending ──▶ paid ──▶ disputed ──▶ won ──▶ refunded
 *                └──▶ failed
 *
 * Steps can be left out, none is taken back. paid: a membership of a year, bought by this payment, which can buy one.
 * disputed, which people see as refunded: that membership ends. won, which they see as paid: what was left of it goes on.
 * refunded: it ends for good.
 *
 * An admin who gives a payment back is written to the audit log before the provider is told to (refundBegun), and again
 * with the step to refunded, which whoever settles takes once: so both are there, whatever dies in between.
 */
type Standing = PaymentState | "disputed" | "won";

const rank: Record<Standing, number> = { pending: 0, failed: 1, paid: 2, disputed: 3, won: 4, refunded: 5 };

const standingBy: Record<ProviderPaymentState, Standing> = {
  open: "pending",
  processing: "pending",
  canceled: "failed",
  paid: "paid",
  disputed: "disputed",
  won: "won",
  refunded: "refunded",
};

interface Stored {
  status: PaymentState;
  dispute: "open" | "won" | null;
}

interface Payment {
  id: string;
  user_id: string;
  price_cents: number;
}

function toStored(standing: Standing): Stored {
  if (standing === "disputed") return { status: "refunded", dispute: "open" };
  if (standing === "won") return { status: "paid", dispute: "won" };
  return { status: standing, dispute: null };
}

function standingOf({ status, dispute }: Stored): Standing {
  if (dispute === null) return status;
  return dispute === "open" ? "disputed" : "won";
}

/** When a dispute is asked about first, in milliseconds; the provider should tell us before. */
const DISPUTE_CHECK_MS = 3600_000;

/** A payment at the provider that is not what we began: another amount, currency or person. Nothing is settled by it. */
export class PaymentMismatch extends Error {}

/**
 * Settles a payment by what the provider said of it.
 * @returns how it stands now; null for a payment that is not one of ours
 */
export function settle(database: Database, intent: Intent): Promise<PaymentState | null> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const payment = await db
      .selectFrom("payments")
      .select(["id", "user_id", "price_cents", "status", "dispute"])
      .where("transaction_id", "=", intent.id)
      .$call(dialect.lock)
      .executeTakeFirst();
    if (!payment) return null;
    const isAsBegun =
      intent.cents === payment.price_cents && intent.currency === "usd" && intent.userId === payment.user_id;
    if (!isAsBegun) throw new PaymentMismatch(`The provider's payment ${intent.id} is not as it was begun`);
    const [before, standing] = [standingOf(payment), standingBy[intent.truth]];
    // What was asked earlier may arrive later: nothing goes back.
    if (rank[standing] <= rank[before]) return payment.status;
    const stored = toStored(standing);
    // A dispute takes weeks; everything else is over.
    const check_at = stored.dispute === "open" ? Date.now() + DISPUTE_CHECK_MS : null;
    await db
      .updateTable("payments")
      .set({ ...stored, check_at, checks: 0 })
      .where("id", "=", payment.id)
      .execute();
    if (stored.status !== "failed") await moveMembership(tx, payment, before, intent);
    return stored.status;
  });
}

/** What a step of a payment means for the membership, and for the person's letter box. */
async function moveMembership(tx: Database, payment: Payment, before: Standing, intent: Intent) {
  const { db, dialect } = tx;
  const standing = standingBy[intent.truth];
  const user = await db
    .selectFrom("users")
    .select(["email", "status"])
    .where("id", "=", payment.user_id)
    // Two payments of one person extend one after the other.
    .$call(dialect.lock)
    .executeTakeFirstOrThrow();
  if (user.status === DELETED) {
    // Nobody is left to be a member, or to write to; an admin finds what was paid all the same, and gives it back.
    if (standing === "refunded") await logRefund(tx, payment);
    return;
  }
  const letter = { dollars: payment.price_cents / 100, transactionId: intent.id };
  if (standing === "paid" || standing === "won") {
    // Won without our having heard of the dispute: it runs, and nothing was ever lost.
    if (before === "paid") return;
    const until = before === "disputed" ? await resumeMembership(tx, payment) : await startMembership(tx, payment);
    await enqueueEmail(tx, user.email, { kind: before === "disputed" ? "disputeWon" : "receipt", ...letter, until });
    return;
  }
  if (standing === "refunded") await logRefund(tx, payment);
  // After a dispute it has ended already, and they know.
  if (before === "disputed") return;
  await endMembership(tx, payment.id);
  await enqueueEmail(tx, user.email, { kind: "refund", ...letter });
}

/**
 * Writes down who gives a payment back; to be called before the provider is told to.
 * @returns false for a payment that does not stand paid any more
 */
export function beginRefund(database: Database, id: string, by: Actor): Promise<boolean> {
  return database.transaction(async (tx) => {
    const payment = await tx.db
      .selectFrom("payments")
      .select(["id", "price_cents", "status"])
      .where("id", "=", id)
      .$call(tx.dialect.lock)
      .executeTakeFirst();
    if (payment?.status !== "paid") return false;
    await logAction(tx, by, { action: "refundBegun", about: aboutPayment(payment), before: {}, after: {} });
    await tx.db
      .updateTable("payments")
      .set({ check_at: Date.now() + FIRST_CHECK_MS, checks: 0 })
      .where("id", "=", id)
      .execute();
    return true;
  });
}

/** What was given back in the provider's own dashboard is in the provider's journal, and by nobody here. */
async function logRefund(tx: Database, payment: Payment): Promise<void> {
  const by = await findLastActor(tx, "refundBegun", payment.id);
  const [before, after] = [{ payment: "paid" }, { payment: "refunded" }];
  if (by) await logAction(tx, by, { action: "paymentRefunded", about: aboutPayment(payment), before, after });
}

function aboutPayment({ id, price_cents }: Pick<Payment, "id" | "price_cents">) {
  return { kind: "payment" as const, id, title: `$${(price_cents / 100).toFixed(2)}` };
}

/** A payment that the provider knows nothing of was never paid. */
export async function giveUp({ db }: Database, transactionId: string): Promise<void> {
  await db
    .updateTable("payments")
    .set({ status: "failed", check_at: null, checks: 0 })
    .where("transaction_id", "=", transactionId)
    .where("status", "=", "pending")
    .execute();
}

/** A year from now, or from the end of the membership that runs. @returns when it ends */
async function startMembership(tx: Database, { id, user_id }: Payment): Promise<number> {
  const starts_at = (await findMembershipEnd(tx, user_id)) ?? Date.now();
  const ends_at = aYearAfter(starts_at);
  await tx.db
    .insertInto("memberships")
    .values({ id: randomUUID(), user_id, payment_id: id, starts_at, ends_at })
    .execute();
  return ends_at;
}

/** Opens what was left of a membership when it ended: from now, or from the end of the one that runs. @returns when it ends */
async function resumeMembership(tx: Database, payment: Payment): Promise<number> {
  const ended = await tx.db
    .selectFrom("memberships")
    .select(["id", "starts_at", "ends_at"])
    .where("payment_id", "=", payment.id)
    .executeTakeFirst();
  // Disputed before we heard that it was paid.
  if (!ended) return startMembership(tx, payment);
  const left = Math.max(0, aYearAfter(ended.starts_at) - ended.ends_at);
  const starts_at = (await findMembershipEnd(tx, payment.user_id)) ?? Date.now();
  const ends_at = starts_at + left;
  await tx.db
    .updateTable("memberships")
    .set({ starts_at, ends_at, told_at: null })
    .where("id", "=", ended.id)
    .execute();
  return ends_at;
}

/** Ends the membership that a payment bought, and lets those that were to follow it begin so much earlier. */
async function endMembership({ db }: Database, paymentId: string): Promise<void> {
  const now = Date.now();
  const bought = await db
    .selectFrom("memberships")
    .select(["id", "user_id", "starts_at", "ends_at"])
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
  if (!bought || bought.ends_at <= now) return;
  const ends = Math.max(now, bought.starts_at);
  const gained = bought.ends_at - ends;
  await db
    .updateTable("memberships")
    .set({ ends_at: ends, starts_at: Math.min(bought.starts_at, ends) })
    .where("id", "=", bought.id)
    .execute();
  await db
    .updateTable("memberships")
    .set(({ eb }) => ({ starts_at: eb("starts_at", "-", gained), ends_at: eb("ends_at", "-", gained) }))
    .where("user_id", "=", bought.user_id)
    .where("starts_at", ">=", bought.ends_at)
    .execute();
}

/** The same day and time of the next year; 29 February ends on 1 March. */
function aYearAfter(at: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}
