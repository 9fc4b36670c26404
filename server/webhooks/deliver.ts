import { singleFlight } from "../concurrency/singleFlight.ts";
import type { Database } from "../database/database.ts";
import { claimDelivery, type DueDelivery, storeDelivered, storeFailed } from "./deliveries.sql.ts";
import type { SendRequest } from "./send.ts";
import type { WebhookSecrets } from "./sign.ts";

/**
 * The most concurrent deliveries of this process; each takes at most ten seconds (send.ts). Each user has at most one, so that
 * slow receivers delay only the deliveries of their own user.
 */
const CONCURRENT_MAX = 20;

interface DelivererOptions {
  secrets: WebhookSecrets;
  send: SendRequest;
  log: { error(details: object, message: string): void };
}

/** Delivers events to webhooks. */
export function createDeliverer(database: Database, { secrets, send, log }: DelivererOptions) {
  const stopping = new AbortController();
  /** The deliveries in progress, by user. */
  const inProgress = new Map<string, Promise<void>>();

  /**
   * Starts the deliveries that are due, up to the limit; whenever one ends, the next starts. It claims one after the other, so
   * that a user never has two in progress.
   */
  const startDue = singleFlight(async () => {
    while (inProgress.size < CONCURRENT_MAX && !stopping.signal.aborted) {
      const due = await claimDelivery(database, [...inProgress.keys()]);
      if (!due) return;
      inProgress.set(due.userId, deliverAndContinue(due));
    }
  });

  async function deliverAndContinue(due: DueDelivery): Promise<void> {
    try {
      await deliver(due);
    } catch (error) {
      // Its lease ends, and then it is tried again.
      log.error({ err: error, delivery: due.id }, "the outcome of a webhook delivery could not be stored");
    }
    inProgress.delete(due.userId);
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
    /** Aborts the deliveries in progress; they are tried again later. */
    async stop(): Promise<void> {
      stopping.abort();
      await startDue().catch(() => {});
      await Promise.all(inProgress.values());
    },
  };
}
