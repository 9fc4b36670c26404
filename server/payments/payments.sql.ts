import {
  type LatestPayment,
  type Payment,
  type PaymentStatus,
  paymentStatus,
} from "@survey-app/contract/payments/payments.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import { containingAddress } from "../database/containing.ts";
import { countMatching, countUpTo } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { readNewestFirst } from "../database/newestFirst.ts";
import type { PagedRows } from "../database/pagination.ts";
import { toIso } from "../database/toIso.ts";
import { idOfShownAddress, shownAddress } from "../database/userAddress.ts";
import { isTriable } from "../queues/steps.sql.ts";

interface PaymentFilter {
  /** Only the payments of the user with this address. */
  email?: string;
  status?: PaymentStatus | undefined;
  /** A part of an email address. */
  q?: string;
  limit: number;
  cursor?: string | undefined;
}

const LISTED = paymentStatus.options;

/** Payments whose card payment succeeded, newest first. */
export function listPayments(
  database: Database,
  { email, status, q, ...page }: PaymentFilter,
): Promise<PagedRows<Payment>> {
  const all = database.db.selectFrom("payments").where("payments.status", "in", status ? [status] : LISTED);
  let matching = all.innerJoin("users", "users.id", "payments.user_id");
  if (email !== undefined) matching = matching.where("users.id", "=", idOfShownAddress(email));
  if (q) matching = matching.where(containingAddress(shownAddress(), q));
  const payments = matching
    .select(["payments.id as _id", "payments.price_cents", "payments.transaction_id as transactionId"])
    .select(["payments.status", "payments.created_at", shownAddress().as("email")])
    .$narrowType<{ status: PaymentStatus }>();
  return readNewestFirst(database, payments, page, {
    id: "payments.id",
    at: "payments.created_at",
    cursorOf: ({ created_at, _id }) => [created_at, _id],
    show: (row) => ({ ...toPayment(row), member: "pro-user" }),
    count: email === undefined && !q ? () => countUpTo(database, all) : undefined,
  });
}

function toPayment<Row extends { price_cents: number; created_at: number }>({ price_cents, created_at, ...row }: Row) {
  return { ...row, price: price_cents / 100, date: toIso(created_at) };
}

/** The payment that a user started last, in any state. */
export async function findLatestPayment({ db }: Database, userId: string): Promise<LatestPayment | null> {
  const row = await db
    .selectFrom("payments")
    .select(["id as _id", "price_cents", "transaction_id as transactionId", "status", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}

/**
 * Reads the data for starting a payment: the end of the membership (milliseconds since 1970), the number of payments
 * started before, and the provider's id of an unfinished one.
 */
export async function findOpenPayment(
  database: Database,
  userId: string,
): Promise<{ memberUntil: number | null; startedCount: number; openTransactionId: string | null }> {
  const ofUser = database.db.selectFrom("payments").where("user_id", "=", userId);
  // This comes first: a payment that another window starts meanwhile is then found open, or has the same number.
  const startedCount = await countMatching(ofUser);
  const open = await ofUser
    .select("transaction_id")
    .where("status", "=", "pending")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    memberUntil: await findMembershipEnd(database, userId),
    startedCount,
    openTransactionId: open?.transaction_id ?? null,
  };
}

/** How long a payment or a refund may take before the hourly job checks it, in milliseconds. */
export const FIRST_CHECK_MS = 2 * 60_000;

/** Stores a pending payment, before the user can pay it. Storing the same one twice doesn't change anything. */
export async function insertPayment(
  { db }: Database,
  payment: { id: string; userId: string; cents: number; transactionId: string },
): Promise<void> {
  const now = Date.now();
  await db
    .insertInto("payments")
    .values({
      id: payment.id,
      user_id: payment.userId,
      price_cents: payment.cents,
      transaction_id: payment.transactionId,
      status: "pending",
      created_at: now,
      check_at: now + FIRST_CHECK_MS,
    })
    .onConflict((conflict) => conflict.column("transaction_id").doNothing())
    .execute();
}

export function findPayment({ db }: Database, by: ({ id: string } | { transactionId: string }) & { userId?: string }) {
  let found = db.selectFrom("payments").select(["id", "transaction_id as transactionId", "status"]);
  found = "id" in by ? found.where("id", "=", by.id) : found.where("transaction_id", "=", by.transactionId);
  if (by.userId !== undefined) found = found.where("user_id", "=", by.userId);
  return found.executeTakeFirst();
}

/** A payment that may still change: it is pending, its refund has begun, or it is disputed. */
export interface UnsettledPayment {
  id: string;
  transactionId: string;
  isPending: boolean;
  /** Its user deleted the account, so no user is left for the membership. */
  isOwnerGone: boolean;
  createdAt: number;
  checkAt: number;
  /** The number of checks since it last changed. */
  checks: number;
}

/** Unsettled payments whose next check is due, longest overdue first. */
export async function findUnsettledPayments(
  { db }: Database,
  { dueAt, limit }: { dueAt: number; limit: number },
): Promise<UnsettledPayment[]> {
  const rows = await db
    .selectFrom("payments")
    .innerJoin("users", "users.id", "payments.user_id")
    .select(["payments.id", "transaction_id as transactionId", "payments.status", "users.status as ownerStatus"])
    .select(["payments.created_at as createdAt", "check_at", "checks"])
    .where("check_at", "<=", dueAt)
    .where(isTriable("payments", "payments.id", dueAt))
    .orderBy("check_at")
    .orderBy("payments.id")
    .limit(limit)
    .execute();
  return rows.map(({ status, ownerStatus, check_at, ...payment }) => ({
    ...payment,
    isPending: status === "pending",
    isOwnerGone: ownerStatus === DELETED,
    checkAt: Number(check_at),
  }));
}

/** A user's pending payments. @returns the provider's ids */
export async function findPendingPayments({ db }: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("payments")
    .select("transaction_id")
    .where("user_id", "=", userId)
    .where("status", "=", "pending")
    .execute();
  return rows.map(({ transaction_id }) => transaction_id);
}

/**
 * Schedules the next check of a payment, before the current one runs: then a check that crashes the process doesn't run
 * again immediately.
 * @returns false if another instance scheduled it first, or the payment was settled in the meantime
 */
export async function planNextCheck(
  { db }: Database,
  { id, checkAt }: UnsettledPayment,
  nextCheckAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set(({ eb }) => ({ check_at: nextCheckAt, checks: eb("checks", "+", 1) }))
    .where("id", "=", id)
    .where("check_at", "=", checkAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Makes the next check of payments due, unless they were settled in the meantime. */
export async function checkAtOnce({ db, dialect }: Database, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("payments")
    .set({ check_at: Date.now() })
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("check_at", "is not", null)
    .execute();
}

/** The number of payments with the status paid, and their sum in cents. */
export async function sumPaid({ db }: Database): Promise<{ paid: number; cents: number }> {
  const { paid, cents } = await db
    .selectFrom("payments")
    .select(({ fn }) => [fn.countAll<number>().as("paid"), fn.sum<number | null>("price_cents").as("cents")])
    .where("status", "=", "paid")
    .executeTakeFirstOrThrow();
  return { paid: Number(paid), cents: Number(cents ?? 0) };
}

/** When a user's last membership ends, in milliseconds since 1970; null without an active or future one. */
export async function findMembershipEnd({ db }: Database, userId: string): Promise<number | null> {
  const { until } = await db
    .selectFrom("memberships")
    .select(({ fn }) => fn.max<number | null>("ends_at").as("until"))
    .where("user_id", "=", userId)
    .where("ends_at", ">", Date.now())
    .executeTakeFirstOrThrow();
  return until === null ? null : Number(until);
}
