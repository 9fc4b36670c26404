import type { Server } from "../http/server.ts";
import { enqueueMembershipReminders } from "./membershipEnds.sql.ts";
import { servePayments, serveStripeWebhook } from "./payments.routes.ts";
import type { Settlement } from "./settlement.ts";

/**
 * Serves payments, settles them when the provider reports a change and every hour, and reminds members whose membership
 * ends.
 * @param settlement null where payments are off
 */
export function startPayments(
  { app, registerEndpoint, database, jobs }: Server,
  { settlement, invalidateUser }: { settlement: Settlement | null; invalidateUser: (userId: string) => void },
): void {
  servePayments(registerEndpoint, database, settlement, invalidateUser);
  jobs.everyHour("reminding members whose membership ends", (run) =>
    enqueueMembershipReminders(database, settlement !== null, run),
  );
  if (!settlement) return;
  serveStripeWebhook(app, settlement);
  jobs.everyHour("reconciling payments", (run) => settlement.reconcile({ run }));
}
