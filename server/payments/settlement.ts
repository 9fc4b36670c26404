import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachRow } from "../queues/steps.sql.ts";
import { findPendingPayments, findUnsettledPayments, planNextCheck, type UnsettledPayment } from "./payments.sql.ts";
import type { PaymentIntent, PaymentProvider } from "./provider.ts";
import { markFailed, readAsked, settle } from "./settle.sql.ts";

/** The age at which an unpaid payment is canceled. */
const CANCEL_AFTER_MS = DAY_MS;
/** The longest pause between two checks of a payment: after an operator fixes the cause, it is settled within a day. */
const LONGEST_PAUSE_MS = DAY_MS;
/** Payments that one round checks: several minutes of work at most. The next round starts with the others. */
const ROUND_MAX = 1000;
/** Consecutive failures that end a round: then the provider is unreachable, and each check could take seconds. */
const FAILURES_IN_A_ROW_MAX = 10;

export interface RoundOptions {
  now?: number;
  /** Also checks payments whose next check is not due yet. */
  ignoreSchedule?: boolean;
  max?: number;
  /**
   * Reports payments whose check failed, and can end the round early. Without it, the first failure is thrown at the
   * end.
   */
  run?: JobRun;
}

export type Settlement = ReturnType<typeof createSettlement>;

/** Payments change only here: the server reads their state from the provider and stores it. */
export function createSettlement(database: Database, provider: PaymentProvider) {
  /** Reads a payment's state from the provider and settles it. Null if the provider doesn't know the payment. */
  async function refresh(transactionId: string): Promise<PaymentIntent | null> {
    for (;;) {
      const asked = await readAsked(database, transactionId);
      const intent = await provider.find(transactionId);
      // Each repetition follows a change by another request, and a payment has few of them.
      if (!intent || (await settle(database, intent, asked))) return intent;
    }
  }

  /** Cancels an unpaid payment. One that is paid, or that the bank is processing, is only settled. */
  async function cancel(transactionId: string): Promise<void> {
    const intent = await refresh(transactionId);
    // A payment that the provider doesn't know can't be paid.
    if (!intent) return markFailed(database, transactionId);
    if (intent.state !== "open") return;
    await provider.cancel(transactionId);
    await refresh(transactionId);
  }

  async function check(payment: UnsettledPayment, now: number): Promise<void> {
    const { transactionId, isPending, isOwnerGone, createdAt } = payment;
    if (isPending && (isOwnerGone || createdAt <= now - CANCEL_AFTER_MS)) await cancel(transactionId);
    else await refresh(transactionId);
  }

  return {
    provider,
    refresh,
    cancel,
    /** Cancels a user's pending payments. */
    async cancelAllOfUser(userId: string): Promise<void> {
      for (const transactionId of await findPendingPayments(database, userId)) await cancel(transactionId);
    },
    /** Checks the unsettled payments, refunds and disputes that are due. One failure doesn't affect the others. */
    async reconcile({
      now = Date.now(),
      ignoreSchedule = false,
      max = ROUND_MAX,
      run,
    }: RoundOptions = {}): Promise<{ checked: number; failed: number }> {
      const report = { checked: 0, failed: 0 };
      let failuresInARow = 0;
      const dueAt = ignoreSchedule ? Number.MAX_SAFE_INTEGER : now;
      const due = new Map(
        (await findUnsettledPayments(database, { dueAt, limit: max })).map((payment) => [payment.id, payment]),
      );
      async function* whileReachable() {
        for (const id of due.keys()) if (failuresInARow < FAILURES_IN_A_ROW_MAX) yield id;
      }
      async function step(id: string): Promise<void> {
        const payment = due.get(id);
        if (!payment || !(await planNextCheck(database, payment, nextCheckOf(payment, now)))) return;
        report.checked += 1;
        try {
          await check(payment, now);
          failuresInARow = 0;
        } catch (error) {
          report.failed += 1;
          failuresInARow += 1;
          throw error;
        }
      }
      await eachRow(database, "payments", { keys: whileReachable(), step, run });
      return report;
    },
  };
}

/**
 * Doubles the pause from one hour up to a day; an unpaid payment is checked at the latest when it is to be canceled.
 */
function nextCheckOf({ isPending, createdAt, checks }: UnsettledPayment, now: number): number {
  const next = now + Math.min(HOUR_MS * 2 ** checks, LONGEST_PAUSE_MS);
  const cancelAt = createdAt + CANCEL_AFTER_MS;
  return isPending && now < cancelAt ? Math.min(next, cancelAt) : next;
}
