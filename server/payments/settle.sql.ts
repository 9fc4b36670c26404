import { randomUUID } from "node:crypto";
import type { PaymentState } from "@survey-app/contract/payments/payments.ts";
import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import { findLastAction, logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import type { Actor } from "../http/currentUser.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { FIRST_CHECK_MS, findMembershipEnd } from "./payments.sql.ts";
import type { PaymentIntent, ProviderPaymentState } from "./provider.ts";

/*
 * A payment's lifecycle. Whatever triggers a check (the browser reports, a webhook arrives twice, late or never, the
 * hourly job runs), the server reads the payment's state from the provider and settles it here. So the order of the
 * triggers doesn't matter, and only these steps are possible:
 *
 * created ──▶ pending ──▶ paid ◀──▶ disputed ◀──▶ won ◀──▶ refunded
 *                └──▶ failed
 *
 * Steps can be skipped. Once the money has moved, they go in both directions: a refund fails, an inquiry becomes a
 * dispute. So an answer of the provider counts only if the payment has taken no step since the answer was asked for;
 * otherwise the provider is asked again.
 *
 * paid: the payment buys a membership of one year, and at most one. disputed (users see refunded): that membership ends.
 * won (users see paid): the rest of the membership continues. refunded: it ends, and its rest continues if the refund
 * fails.
 *
 * The audit log names an admin who refunds a payment before the provider gets the request (refundBegun), and again with
 * the step to refunded, which happens once. So both events are logged even if a process dies in between.
 */
type LifecycleState = PaymentState | "disputed" | "won";

const lifecycleStateBy: Record<ProviderPaymentState, LifecycleState> = {
  open: "pending",
  processing: "pending",
  canceled: "failed",
  paid: "paid",
  disputed: "disputed",
  won: "won",
  refunded: "refunded",
};

interface StoredState {
  status: PaymentState;
  dispute: "open" | "won" | null;
}

/** The stored state before the request to the provider, which shows whether the response is still current. */
export interface Asked extends StoredState {
  steps: number;
}

interface PaymentRow {
  id: string;
  user_id: string;
  price_cents: number;
}

function toStored(state: LifecycleState): StoredState {
  if (state === "disputed") return { status: "refunded", dispute: "open" };
  if (state === "won") return { status: "paid", dispute: "won" };
  return { status: state, dispute: null };
}

function lifecycleStateOf({ status, dispute }: StoredState): LifecycleState {
  if (dispute === null) return status;
  return dispute === "open" ? "disputed" : "won";
}

/** The time until a dispute's first check, in milliseconds; normally a webhook comes earlier. */
const DISPUTE_CHECK_MS = HOUR_MS;

/** The provider's payment differs from ours in amount, currency or user. Nothing is changed. */
export class PaymentMismatch extends Error {}

/** Reads what `settle` compares; call it before the provider is asked. Undefined if the payment is not ours. */
export function readAsked({ db }: Database, transactionId: string): Promise<Asked | undefined> {
  return db
    .selectFrom("payments")
    .select(["status", "dispute", "steps"])
    .where("transaction_id", "=", transactionId)
    .executeTakeFirst();
}

/**
 * Applies the provider's state of a payment.
 * @param asked what was stored before the provider was asked for it
 * @returns false if the payment changed meanwhile, so that the provider must be asked again
 * @throws {PaymentMismatch}
 */
export function settle(database: Database, intent: PaymentIntent, asked: Asked | undefined): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const payment = await db
      .selectFrom("payments")
      .select(["id", "user_id", "price_cents", "status", "dispute", "steps"])
      .where("transaction_id", "=", intent.id)
      .$call(dialect.lock)
      .executeTakeFirst();
    if (!payment) return true;
    const isSame =
      intent.cents === payment.price_cents && intent.currency === "usd" && intent.userId === payment.user_id;
    if (!isSame)
      throw new PaymentMismatch(`The provider's payment ${intent.id} differs from ours in amount, currency or user`);
    const [before, state] = [lifecycleStateOf(payment), lifecycleStateBy[intent.state]];
    if (state === before) return true;
    // Once the money has moved, the provider's payment itself is final: another state is outdated.
    if (before !== "pending" && !hasMoved(state)) return true;
    if (!isSameState(payment, asked)) return false;
    const row = toStored(state);
    // A dispute takes weeks; no other state needs a further check.
    const check_at = row.dispute === "open" ? Date.now() + DISPUTE_CHECK_MS : null;
    await db
      .updateTable("payments")
      .set({ ...row, check_at, checks: 0, steps: payment.steps + 1 })
      .where("id", "=", payment.id)
      .execute();
    if (row.status !== "failed") await updateMembership(tx, payment, before, intent);
    return true;
  });
}

/** Also compares the state: version 1.0, which may run beside this one during an upgrade, doesn't count steps. */
function isSameState(stored: Asked, asked: Asked | undefined): boolean {
  return stored.steps === asked?.steps && stored.status === asked.status && stored.dispute === asked.dispute;
}

const hasMoved = (state: LifecycleState) => state !== "pending" && state !== "failed";
/** Whether we have the money. */
const isOurs = (state: LifecycleState) => state === "paid" || state === "won";

/** The email that a membership is active again, by what had ended it. */
const emailAfter: Partial<Record<LifecycleState, "disputeWon" | "refundFailed">> = {
  disputed: "disputeWon",
  refunded: "refundFailed",
};

/** Updates the user's membership after a step of a payment, and enqueues the email about it. */
async function updateMembership(tx: Database, payment: PaymentRow, before: LifecycleState, intent: PaymentIntent) {
  const state = lifecycleStateBy[intent.state];
  if (state === "refunded") await logRefund(tx, payment);
  if (before === "refunded") await logFailedRefund(tx, payment);
  // The lock makes two payments of one user extend the membership one after the other.
  const user = await lockUser(tx, payment.user_id);
  // A deleted account no longer has a membership or an address. Admins still see the payment, and can refund it.
  if (user.status === DELETED) return;
  const details = { dollars: payment.price_cents / 100, transactionId: intent.id };
  if (isOurs(state)) {
    // The dispute was won before we learned of it, or is an inquiry: the membership never ended.
    if (isOurs(before)) return;
    const until = hasMoved(before) ? await resumeMembership(tx, payment) : await startMembership(tx, payment);
    await enqueueEmail(tx, user.email, { kind: emailAfter[before] ?? "receipt", ...details, until });
    return;
  }
  // Between a refund and a dispute the membership has already ended, and the user was notified.
  if (hasMoved(before) && !isOurs(before)) return;
  await endMembership(tx, payment.id);
  await enqueueEmail(tx, user.email, { kind: "refund", ...details });
}

/**
 * Writes the audit event of a refund; call it before the request to the provider.
 * @returns the idempotency key of the request, another one for each refund; null if the payment's status is no longer
 *   paid
 */
export function beginRefund(database: Database, id: string, by: Actor): Promise<string | null> {
  return database.transaction(async (tx) => {
    const payment = await tx.db
      .selectFrom("payments")
      .select(["id", "price_cents", "status", "steps"])
      .where("id", "=", id)
      .$call(tx.dialect.lock)
      .executeTakeFirst();
    if (payment?.status !== "paid") return null;
    await logAction(tx, by, { action: "refundBegun", about: aboutPayment(payment), before: {}, after: {} });
    await tx.db
      .updateTable("payments")
      .set({ check_at: Date.now() + FIRST_CHECK_MS, checks: 0 })
      .where("id", "=", id)
      .execute();
    // Two admins at the same time get the same key. After a failed refund it is another one: for the old key, the
    // provider would repeat its response.
    return `refund ${id} ${payment.steps}`;
  });
}

const REFUND_ACTIONS = ["refundBegun", "paymentRefunded", "refundFailed"] as const;

/** Logs a completed refund with the admin who began it. Refunds in the provider's dashboard are logged there. */
async function logRefund(tx: Database, payment: PaymentRow): Promise<void> {
  const last = await findLastAction(tx, REFUND_ACTIONS, payment.id);
  const [before, after] = [{ payment: "paid" }, { payment: "refunded" }];
  if (last?.action === "refundBegun")
    await logAction(tx, last.by, { action: "paymentRefunded", about: aboutPayment(payment), before, after });
}

/** Logs that a refund failed after all, with the admin who began it. */
async function logFailedRefund(tx: Database, payment: PaymentRow): Promise<void> {
  const last = await findLastAction(tx, REFUND_ACTIONS, payment.id);
  const [before, after] = [{ payment: "refunded" }, { payment: "paid" }];
  if (last?.action === "paymentRefunded")
    await logAction(tx, last.by, { action: "refundFailed", about: aboutPayment(payment), before, after });
}

function aboutPayment({ id, price_cents }: Pick<PaymentRow, "id" | "price_cents">) {
  return { kind: "payment" as const, id, title: formatDollars(price_cents / 100) };
}

/** Marks a pending payment as failed, because the provider doesn't know it: it was never paid. */
export async function markFailed({ db }: Database, transactionId: string): Promise<void> {
  await db
    .updateTable("payments")
    .set(({ eb }) => ({ status: "failed" as const, check_at: null, checks: 0, steps: eb("steps", "+", 1) }))
    .where("transaction_id", "=", transactionId)
    .where("status", "=", "pending")
    .execute();
}

/** Starts a membership of one year now, or when the current one ends. @returns its end, in milliseconds since 1970 */
async function startMembership(tx: Database, { id, user_id }: PaymentRow): Promise<number> {
  const starts_at = (await findMembershipEnd(tx, user_id)) ?? Date.now();
  const ends_at = aYearAfter(starts_at);
  await tx.db
    .insertInto("memberships")
    .values({ id: randomUUID(), user_id, payment_id: id, starts_at, ends_at })
    .execute();
  return ends_at;
}

/** Resumes the rest of an ended membership, now or when the current one ends. @returns its end */
async function resumeMembership(tx: Database, payment: PaymentRow): Promise<number> {
  const ended = await tx.db
    .selectFrom("memberships")
    .select(["id", "starts_at", "ends_at", "rest_ms"])
    .where("payment_id", "=", payment.id)
    .executeTakeFirst();
  // The payment was disputed or refunded before we learned that it was paid.
  if (!ended) return startMembership(tx, payment);
  // Version 1.0 stored no rest, and resumed a membership at most once.
  const rest = ended.rest_ms ?? Math.max(0, aYearAfter(ended.starts_at) - ended.ends_at);
  const starts_at = (await findMembershipEnd(tx, payment.user_id)) ?? Date.now();
  const ends_at = starts_at + rest;
  await tx.db
    .updateTable("memberships")
    .set({ starts_at, ends_at, rest_ms: null, told_at: null })
    .where("id", "=", ended.id)
    .execute();
  return ends_at;
}

/** Ends the membership that a payment bought, and moves the following ones forward by its remaining time. */
async function endMembership({ db }: Database, paymentId: string): Promise<void> {
  const now = Date.now();
  const bought = await db
    .selectFrom("memberships")
    .select(["id", "user_id", "starts_at", "ends_at"])
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
  if (!bought) return;
  const ends = Math.min(Math.max(now, bought.starts_at), bought.ends_at);
  const rest = bought.ends_at - ends;
  await db.updateTable("memberships").set({ ends_at: ends, rest_ms: rest }).where("id", "=", bought.id).execute();
  await db
    .updateTable("memberships")
    .set(({ eb }) => ({ starts_at: eb("starts_at", "-", rest), ends_at: eb("ends_at", "-", rest) }))
    .where("user_id", "=", bought.user_id)
    .where("starts_at", ">=", bought.ends_at)
    .execute();
}

/** The same day and time of the next year; 29 February ends on 1 March. */
function aYearAfter(at: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}
