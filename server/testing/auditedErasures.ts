import { scheduleErasure } from "@survey-app/contract/account/erasure.ts";
import { expect } from "vitest";
import { makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Admins' requests about people's data, with the audit events that they cause. */
export function auditedErasures(given: () => { t: TestApp; admin: Person }) {
  let person: Person | undefined;
  const request = async () => {
    const { t } = given();
    person = await makePerson(t.database, t.tokens);
    return { params: { id: person.id } };
  };
  const about = () => ({ kind: "user", id: person?.id ?? "", title: person?.name ?? "", email: person?.email ?? null });
  const event = { request, about, before: {}, after: {} };
  return {
    "erasure.scheduleErasure": {
      ...event,
      action: "erasureScheduled" as const,
      after: { eraseAt: expect.stringMatching(/^\d{4}-/) as string },
      isOnce: true,
    },
    "erasure.cancelErasure": {
      ...event,
      request: async () => {
        const made = await request();
        const { t, admin } = given();
        await t.request(scheduleErasure, { as: admin, ...made });
        return made;
      },
      action: "erasureCanceled" as const,
      isOnce: true,
    },
    "erasure.sendData": { ...event, action: "dataSent" as const, isOnce: false },
    "erasure.exportDataOf": { ...event, action: "dataExported" as const, isOnce: false },
  };
}
