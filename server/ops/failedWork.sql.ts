import { FAILED_ROWS_SHOWN, type RetriedQueue, STEP_JOBS, type StepJob } from "@survey-app/contract/ops/failedWork.ts";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import type { AdminActor } from "../http/currentUser.ts";
import { checkAtOnce } from "../payments/payments.sql.ts";
import { countGivenUp, type Queue, retryGivenUp } from "../queues/queues.sql.ts";
import { countFailedSteps, retryFailedSteps } from "../queues/steps.sql.ts";
import { mayBeDelivered } from "../webhooks/deliveries.sql.ts";

/** A queue's table, its name in the audit log, and SQL for which of its rows can be tried again. */
interface Retried {
  table: Queue;
  title: string;
  isRetryable(database: Database): Expression<SqlBool>;
}

const queues: Record<Exclude<RetriedQueue, StepJob>, Retried> = {
  // The mailer checks again whether each email is still to be sent.
  emails: { table: "outbox", title: "Emails", isRetryable: () => sql<boolean>`true` },
  // Deliveries to a webhook that is off stay given up.
  webhooks: {
    table: "webhook_deliveries",
    title: "Webhooks",
    isRetryable: ({ dialect }) => mayBeDelivered(dialect)(expressionBuilder<Tables, "webhook_deliveries">()),
  },
};

/** The names of the jobs in the audit log. */
const jobTitles: Record<StepJob, string> = {
  closing: "Closing surveys",
  meetingEnds: "Ending meetings",
  secretErasures: "Erasing the sums of closed secret surveys",
  listedVotes: "Listing new votes",
  questionHashes: "Hashing questions",
  foldedTexts: "Preparing texts for search",
  compositions: "Counting who voted",
  mailings: "Emails to people who vote, follow or are invited",
  reportAnswers: "Answers to reports",
  surveyReminders: "Reminders of surveys that end soon",
  reviewDigests: "Emails to admins about what awaits review",
  outbox: "Sending emails",
  deliveries: "Delivering to webhooks",
  images: "Deleting unused images",
  deadlines: "Deadlines for surveys without an end",
  names: "Removing names",
  unusedAccounts: "Deleting unused accounts",
  guests: "Deleting guests",
  erasures: "Deleting accounts as admins decided",
  accountNotices: "Emails to owners of unused accounts",
  lateComments: "Removing leftover data of deleted accounts",
  membershipReminders: "Reminders of memberships that end",
  payments: "Reconciling payments",
  clockNotices: "Emails to admins about clocks that have jumped",
};

const isJob = (queue: RetriedQueue): queue is StepJob => (STEP_JOBS as readonly string[]).includes(queue);

/** Work that was given up in a queue and can be tried again, or that fails in a job. */
export interface FailedWork {
  queue: RetriedQueue;
  count: number;
  since: string | null;
  rows?: { id: string; error: string }[];
}

/**
 * Counts the rows that were given up in each queue, and that fail in each job. Queues and jobs without any are left
 * out.
 */
export async function listFailedWork(database: Database): Promise<FailedWork[]> {
  const failed: FailedWork[] = [];
  for (const queue of ["emails", "webhooks"] as const) {
    const { table, isRetryable } = queues[queue];
    const { count, since } = await countGivenUp(database, table, isRetryable(database));
    failed.push({ queue, count, since: since === null ? null : toIso(since) });
  }
  for (const [queue, { since, ...steps }] of await countFailedSteps(database, FAILED_ROWS_SHOWN))
    failed.push({ queue, since: toIso(since), ...steps });
  return failed;
}

/**
 * Makes work due again that was given up in a queue or fails in a job, and writes the audit log.
 * @returns the number of rows, 1,000 at most
 */
export function retryFailedWork(database: Database, queue: RetriedQueue, by: AdminActor): Promise<number> {
  return database.transaction(async (tx) => {
    const retried = isJob(queue) ? await retryJob(tx, queue) : await retryQueue(tx, queues[queue]);
    if (retried > 0)
      await logAction(tx, by, {
        action: "failedWorkRetried",
        about: { kind: "queue", id: queue, title: isJob(queue) ? jobTitles[queue] : queues[queue].title },
        before: {},
        after: { retried },
      });
    return retried;
  });
}

const retryQueue = (tx: Database, { table, isRetryable }: Retried) => retryGivenUp(tx, table, isRetryable(tx));

async function retryJob(tx: Database, job: StepJob): Promise<number> {
  const rows = await retryFailedSteps(tx, job);
  // Payments have a schedule of their own.
  if (job === "payments") await checkAtOnce(tx, rows);
  return rows.length;
}
