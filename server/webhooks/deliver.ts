import type { Database } from "../database/database.ts";
import { singleFlight } from "../database/singleFlight.ts";
import { claimDelivery, type DueDelivery, storeDelivered, storeFailed } from "./deliveries.sql.ts";
import type { SendRequest } from "./send.ts";
import type { WebhookSecrets } from "./sign.ts";

/**
 * Deliveries under way in this process, at most; each takes ten seconds at most (send.ts). A user has one of them, so that
 * one slow receiver, or many of one user, delay only their own.
 */
const UNDER_WAY_MAX = 20;

interface DelivererOptions {
  secrets: WebhookSecrets;
  send: SendRequest;
  log: { error(details: object, message: string): void };
}

/** Delivers events to webhooks. */
export function createDeliverer(database: Database, { secrets, send, log }: DelivererOptions) {
  const stopping = new AbortController();
  /** By user. */
  const underWay = new Map<string, Promise<void>>();

  /**
   * Starts the deliveries that are due, as far as there is room; each one that ends makes room for the next. It claims one after
   * the other, so that a user never has two under way.
   */
  const startDue = singleFlight(async () => {
    while (underWay.size < UNDER_WAY_MAX && !stopping.signal.aborted) {
      const due = await claimDelivery(database, [...underWay.keys()]);
      if (!due) return;
      underWay.set(due.userId, deliverAndContinue(due));
    }
  });

  async function deliverAndContinue(due: DueDelivery): Promise<void> {
    try {
      await deliver(due);
    } catch (error) {
      // Its lease ends, and then it is tried again.
      log.error({ err: error, delivery: due.id }, "the outcome of a webhook delivery could not be stored");
    }
    underWay.delete(due.userId);
    // The next poll logs a failure.
    await startDue().catch(() => {});
  }

  async function deliver(due: DueDelivery): Promise<void> {
    const attempt = await send(due.webhook.url, secrets.sign(due.webhook, due), stopping.signal);
    if (stopping.signal.aborted && "failure" in attempt) return;
    const status = "status" in attempt ? attempt.status : null;
    const isAccepted = status !== null && status >= 200 && status < 300;
    const failure = "failure" in attempt ? attempt.failure : "status";
    await database.transaction((tx) =>
      isAccepted ? storeDelivered(tx, due, status) : storeFailed(tx, due, { status, failure }),
    );
  }

  return {
    startDue,
    /** Aborts the deliveries under way; they are tried again later. */
    async stop(): Promise<void> {
      stopping.abort();
      await startDue().catch(() => {});
      await Promise.all(underWay.values());
    },
  };
}
