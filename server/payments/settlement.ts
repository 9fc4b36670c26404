import type { Database } from "../database/database.ts";
import { findHanging, findInDoubt } from "./payments.sql.ts";
import type { Intent, PaymentProvider } from "./provider.ts";
import { giveUp, settle } from "./settle.sql.ts";

/** A payment may take this long, in milliseconds, before somebody looks after it. */
const HANGING_MS = 2 * 60_000;
/** One that nobody paid for so long is given up. */
const GIVEN_UP_MS = 24 * 3600_000;
const BATCH_MAX = 100;

export interface Settlement {
  /** Asks the provider how a payment stands and settles it by that. Null for one that the provider does not know. */
  ask(transactionId: string): Promise<Intent | null>;
  /** Cancels a payment that nobody paid. One that was paid, or that the bank works on, is settled as it is. */
  cancel(transactionId: string): Promise<void>;
  /** Looks after the payments, refunds and disputes that hang. @returns how many there were */
  reconcile(now?: number): Promise<number>;
}

/** The one way in which a payment changes: the provider is asked, and what it says is stored. */
export function makeSettlement(database: Database, provider: PaymentProvider): Settlement {
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

  return {
    ask,
    cancel,
    async reconcile(now = Date.now()) {
      const before = now - HANGING_MS;
      const inDoubt = await findInDoubt(database, { before, limit: BATCH_MAX });
      for (const transactionId of inDoubt) await ask(transactionId);
      let count = inDoubt.length;
      for (let after: Awaited<ReturnType<typeof findHanging>>[number] | undefined; ; ) {
        const hanging = await findHanging(database, { before, after, limit: BATCH_MAX });
        for (const { transactionId, createdAt } of hanging) {
          if (createdAt > now - GIVEN_UP_MS) await ask(transactionId);
          else await cancel(transactionId);
        }
        count += hanging.length;
        after = hanging.at(-1);
        if (hanging.length < BATCH_MAX) return count;
      }
    },
  };
}
