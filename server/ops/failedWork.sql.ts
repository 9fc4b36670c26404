import type { RetriedQueue } from "@survey-app/contract/failedWork.ts";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import type { AdminActor } from "../http/currentUser.ts";
import { countGivenUp, type GivenUp, type Queue, retryGivenUp } from "../queues/queues.sql.ts";
import { mayBeDelivered } from "../webhooks/deliveries.sql.ts";

/** A queue's table, its name in the audit log, and SQL for which of its rows can be tried again. */
interface Retried {
  table: Queue;
  title: string;
  isRetryable(database: Database): Expression<SqlBool>;
}

const queues: Record<RetriedQueue, Retried> = {
  // The mailer checks again whether each email is still to be sent.
  emails: { table: "outbox", title: "Emails", isRetryable: () => sql<boolean>`true` },
  // Deliveries to a webhook that is off stay given up.
  webhooks: {
    table: "webhook_deliveries",
    title: "Webhooks",
    isRetryable: ({ dialect }) => mayBeDelivered(dialect)(expressionBuilder<Tables, "webhook_deliveries">()),
  },
};

/** Counts what was given up in a queue and can be tried again. */
export function countFailedWork(database: Database, queue: RetriedQueue): Promise<GivenUp> {
  const { table, isRetryable } = queues[queue];
  return countGivenUp(database, table, isRetryable(database));
}

/** Makes what was given up in a queue due again, and writes the audit log. @returns how many, 1,000 at most */
export function retryFailedWork(database: Database, queue: RetriedQueue, by: AdminActor): Promise<number> {
  return database.transaction(async (tx) => {
    const { table, title, isRetryable } = queues[queue];
    const retried = await retryGivenUp(tx, table, isRetryable(tx));
    if (retried > 0)
      await logAction(tx, by, {
        action: "failedWorkRetried",
        about: { kind: "queue", id: queue, title },
        before: {},
        after: { retried },
      });
    return retried;
  });
}
