import type { Database } from "../database/database.ts";
import { findPending, findUnsettledPayments, planNextCheck, type UnsettledPayment } from "./payments.sql.ts";
import type { Intent, PaymentProvider } from "./provider.ts";
import { giveUp, settle } from "./settle.sql.ts";

const HOUR_MS = 3600_000;
/** A payment that nobody paid for so long is canceled. */
const GIVEN_UP_MS = 24 * HOUR_MS;
/** The longest pause between two checks of one payment: an operator who mends the cause sees it settled the next day. */
const LONGEST_PAUSE_MS = 24 * HOUR_MS;
/** Payments that one round asks about: several minutes of work at most. The others are first in the next round. */
const ROUND_MAX = 1000;
/** Failures in a row that end a round: then the provider is away, and each further try could take seconds. */
const FAILURES_IN_A_ROW_MAX = 10;

export interface RoundOptions {
  now?: number;
  /** Asks also about payments whose pause is not over. */
  ignoresPauses?: boolean;
  max?: number;
  /** Ends the round before the next payment. */
  signal?: AbortSignal;
  /** Told of each payment whose check failed. */
  onFailure?: (failure: { paymentId: string; nextCheckAt: string; err: unknown }) => void;
}

export interface RoundReport {
  asked: number;
  failed: number;
}

export interface Settlement {
  /** Asks the provider how a payment stands and settles it by that. Null for one that the provider does not know. */
  ask(transactionId: string): Promise<Intent | null>;
  /** Cancels a payment that nobody paid. One that was paid, or that the bank works on, is settled as it is. */
  cancel(transactionId: string): Promise<void>;
  /** Cancels what a person started to pay. */
  cancelAllOfUser(userId: string): Promise<void>;
  /** Asks about unsettled payments, refunds and disputes that are due. A failure of one does not affect the others. */
  reconcile(options?: RoundOptions): Promise<RoundReport>;
}

/** The one way in which a payment changes: the provider is asked, and what it says is stored. */
export function createSettlement(database: Database, provider: PaymentProvider): Settlement {
  async function ask(transactionId: string): Promise<Intent | null> {
    const intent = await provider.find(transactionId);
    if (intent) await settle(database, intent);
    return intent;
  }

  async function cancel(transactionId: string): Promise<void> {
    const intent = await ask(transactionId);
    // What the provider does not know can't be paid.
    if (!intent) return giveUp(database, transactionId);
    if (intent.truth !== "open") return;
    await provider.cancel(transactionId);
    await ask(transactionId);
  }

  async function check(payment: UnsettledPayment, now: number): Promise<void> {
    const { transactionId, isPending, isOwnerGone, createdAt } = payment;
    if (isPending && (isOwnerGone || createdAt <= now - GIVEN_UP_MS)) await cancel(transactionId);
    else await ask(transactionId);
  }

  return {
    ask,
    cancel,
    async cancelAllOfUser(userId) {
      for (const transactionId of await findPending(database, userId)) await cancel(transactionId);
    },
    async reconcile({ now = Date.now(), ignoresPauses = false, max = ROUND_MAX, signal, onFailure } = {}) {
      const report = { asked: 0, failed: 0 };
      let failuresInARow = 0;
      const dueAt = ignoresPauses ? Number.MAX_SAFE_INTEGER : now;
      for (const payment of await findUnsettledPayments(database, { dueAt, limit: max })) {
        if (signal?.aborted || failuresInARow === FAILURES_IN_A_ROW_MAX) break;
        const nextCheckAt = nextCheckOf(payment, now);
        if (!(await planNextCheck(database, payment, nextCheckAt))) continue;
        report.asked += 1;
        try {
          await check(payment, now);
          failuresInARow = 0;
        } catch (err) {
          report.failed += 1;
          failuresInARow += 1;
          onFailure?.({ paymentId: payment.id, nextCheckAt: new Date(nextCheckAt).toISOString(), err });
        }
      }
      return report;
    },
  };
}

/** An hour later, then two, four and so on up to a day; for an unpaid payment not after the time when it is canceled. */
function nextCheckOf({ isPending, createdAt, checks }: UnsettledPayment, now: number): number {
  const next = now + Math.min(HOUR_MS * 2 ** checks, LONGEST_PAUSE_MS);
  const givenUpAt = createdAt + GIVEN_UP_MS;
  return isPending && now < givenUpAt ? Math.min(next, givenUpAt) : next;
}
