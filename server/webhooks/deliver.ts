import { singleFlight } from "../concurrency/singleFlight.ts";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachRow } from "../queues/steps.sql.ts";
import { claimDelivery, type DueDelivery, findDueDelivery, storeDelivered, storeFailed } from "./deliveries.sql.ts";
import type { SendRequest } from "./send.ts";
import type { WebhookSecrets } from "./sign.ts";

/**
 * The most concurrent deliveries of this process; each takes at most ten seconds (send.ts). Each user has at most one,
 * so that slow receivers delay only the deliveries of their own user.
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

  /** The latest run of the job, which also reports the deliveries that end after it. */
  let run: JobRun | undefined;

  /**
   * Starts the deliveries that are due, up to the limit; whenever one ends, the next starts. It claims one after the
   * other, so that a user never has two in progress.
   */
  const startMore = singleFlight(async () => {
    while (inProgress.size < CONCURRENT_MAX && !stopping.signal.aborted && !run?.signal.aborted) {
      const id = await findDueDelivery(database, [...inProgress.keys()]);
      if (id === null) return;
      const claim = async () => {
        const due = await claimDelivery(database, id);
        if (due) inProgress.set(due.userId, deliverAndContinue(due));
      };
      await eachRow(database, "deliveries", { keys: [id], step: claim, run, isFirstPart: true });
    }
  });

  async function deliverAndContinue(due: DueDelivery): Promise<void> {
    try {
      await eachRow(database, "deliveries", { keys: [due.id], step: () => deliver(due), run });
    } catch (error) {
      // Its lease ends, and then it is tried again.
      log.error({ err: error, delivery: due.id }, "the outcome of a webhook delivery could not be stored");
    }
    inProgress.delete(due.userId);
    // The next poll logs a failure.
    await startMore().catch(() => {});
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
    startDue(latest?: JobRun): Promise<void> {
      run = latest;
      return startMore();
    },
    /** Aborts the deliveries in progress; they are tried again later. */
    async stop(): Promise<void> {
      stopping.abort();
      await startMore().catch(() => {});
      await Promise.all(inProgress.values());
    },
  };
}
