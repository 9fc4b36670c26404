import type { AuditAction } from "@survey-app/contract/ops/audit.ts";
import { type ConfirmedStep, confirmedStep } from "@survey-app/contract/ops/setup.ts";
import { logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import type { AdminActor } from "../http/currentUser.ts";
import { replaceTestEmail } from "../mail/outbox.sql.ts";

interface Setup {
  hasSurvey: boolean;
  isTestRequested: boolean;
  confirmed: ConfirmedStep[];
}

/** The completed steps of the setup; they follow from the surveys and the audit log. */
export async function findSetup(database: Database): Promise<Setup> {
  const survey = database.db.selectFrom("surveys").select("id").limit(1);
  const [hasSurvey, tests, steps] = await Promise.all([
    survey.executeTakeFirst(),
    findActions(database, "testEmailRequested"),
    findActions(database, "setupStepConfirmed"),
  ]);
  const confirmed = steps.map(({ after }) => (JSON.parse(after) as { step: string }).step);
  return {
    hasSurvey: hasSurvey !== undefined,
    isTestRequested: tests.length > 0,
    confirmed: confirmedStep.options.filter((step) => confirmed.includes(step)),
  };
}

/** Enough to include every step: a step is logged once, or once for each of several admins at the same moment. */
const ACTIONS_MAX = 20;

const findActions = ({ db }: Database, action: AuditAction) =>
  db.selectFrom("audit_log").select("after").where("action", "=", action).orderBy("id").limit(ACTIONS_MAX).execute();

/** Enqueues a test email to an admin's own address, and writes the audit log. */
export function requestTestEmail(database: Database, { email }: { email: string }, by: AdminActor): Promise<void> {
  return database.transaction(async (tx) => {
    await replaceTestEmail(tx, email);
    // Without the address: audit events are never deleted.
    await logAction(tx, by, {
      action: "testEmailRequested",
      about: { kind: "user", id: by.adminId },
      before: {},
      after: {},
    });
  });
}

/** Ends a step of the setup, and writes the audit log, unless the step had ended before. */
export function confirmStep(database: Database, step: ConfirmedStep, by: AdminActor): Promise<void> {
  return database.transaction(async (tx) => {
    const { confirmed } = await findSetup(tx);
    if (confirmed.includes(step)) return;
    const about = { kind: "user", id: by.adminId } as const;
    await logAction(tx, by, { action: "setupStepConfirmed", about, before: {}, after: { step } });
  });
}
