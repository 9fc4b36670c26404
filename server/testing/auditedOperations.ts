import { getOperations } from "@survey-app/contract/ops/operations.ts";
import { expect } from "vitest";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { jumpClocks } from "./clocks.sql.ts";
import { giveUpNext } from "./mail.sql.ts";
import type { Person } from "./people.ts";
import { sendEmails } from "./sendEmails.ts";
import type { TestApp } from "./testApp.ts";

/** Admins' requests about running the installation, with the audit events that they cause. */
export function auditedOperations(given: () => { t: TestApp; admin: Person }) {
  return {
    "failedWork.retryFailedWork": {
      request: async () => {
        const { t } = given();
        await enqueueEmail(t.database, "given.up@example.org", { kind: "passwordChanged" });
        await giveUpNext(t.database, "given.up@example.org");
        await sendEmails(t, undefined, () => Promise.reject(new Error("550 No such mailbox")));
        return { body: { queue: "emails" } };
      },
      action: "failedWorkRetried" as const,
      about: () => ({ kind: "queue", id: "emails", title: "Emails", email: null }),
      before: {},
      after: { retried: 1 },
      isOnce: true,
    },
    "operations.confirmClock": {
      request: async () => {
        const { t, admin } = given();
        await jumpClocks(t.database, { server: 400 });
        const { clock } = await t.request(getOperations, { as: admin });
        return { body: { jumps: clock.jumps } };
      },
      action: "clockConfirmed" as const,
      about: () => ({ kind: "queue", id: "clock", title: "Clock", email: null }),
      before: { serverClock: expect.any(String) },
      after: { serverClock: expect.any(String) },
      isOnce: true,
    },
  };
}
