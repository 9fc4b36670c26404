import type { StepJob } from "@survey-app/contract/ops/failedWork.ts";
import type { Database } from "../database/database.ts";
import { inSavepoint } from "../database/inSavepoint.ts";
import type { JobRun } from "../http/jobs.ts";
import { addFailure, eachRow, findFailed } from "../queues/steps.sql.ts";
import { type EnqueuedEmail, enqueueEmail } from "./outbox.sql.ts";
import { isReachable } from "./wantedEmails.sql.ts";

/**
 * Enqueues an email to every admin whose address is confirmed. Call it in a transaction. An admin for whom that fails
 * doesn't affect the others, and becomes a step of the job, for `enqueueToFailedAdmins`.
 */
export async function enqueueToAdmins(tx: Database, job: StepJob, template: EnqueuedEmail): Promise<void> {
  for (const { id, email } of await reachableAdmins(tx).execute()) {
    const failure = await inSavepoint(tx, () => enqueueEmail(tx, email, template));
    if (failure) await addFailure(tx, job, id, failure.error);
  }
}

/** Enqueues the email to the admins for whom that failed. @param template is only asked for if there are any */
export async function enqueueToFailedAdmins(
  database: Database,
  job: StepJob,
  { template, run }: { template: () => Promise<EnqueuedEmail>; run?: JobRun | undefined },
): Promise<void> {
  const keys = await findFailed(database, job, "over");
  if (keys.length === 0) return;
  const email = await template();
  const step = (adminId: string) =>
    database.transaction(async (tx) => {
      const admin = await reachableAdmins(tx).where("id", "=", adminId).executeTakeFirst();
      if (admin) await enqueueEmail(tx, admin.email, email);
    });
  await eachRow(database, job, { keys, step, run });
}

/** Whether an address is that of an admin who gets such emails. */
export const isReachableAdmin = async (database: Database, address: string): Promise<boolean> =>
  (await reachableAdmins(database).where("email", "=", address).executeTakeFirst()) !== undefined;

const reachableAdmins = ({ db }: Database) =>
  db.selectFrom("users").select(["id", "email"]).where("role", "=", "admin").where(isReachable);
