import { meetingsOf } from "./meetings.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Admins' requests about meetings, with the audit events that they cause. */
export function auditedMeetings(given: () => { t: TestApp; surveyor: Person }) {
  return {
    "meetings.acceptMeeting": {
      request: async () => {
        const { id } = await meetingsOf(given).make(3, { name: "The assembly" });
        return { params: { meeting: id }, body: { version: 1 } };
      },
      action: "meetingAccepted" as const,
      about: () => {
        const { id, name, email } = given().surveyor;
        return { kind: "user", id, title: name, email };
      },
      before: {},
      after: { meeting: "The assembly", people: 3 },
      isOnce: true,
    },
    "meetings.takeDownMeeting": {
      request: async () => {
        const { id } = await meetingsOf(given).make(3, { name: "The assembly" });
        return { params: { meeting: id }, body: { reason: "spam", feedback: "No advertising" } as const };
      },
      action: "meetingTakenDown" as const,
      about: () => {
        const { id, name, email } = given().surveyor;
        return { kind: "user", id, title: name, email };
      },
      before: {},
      after: { meeting: "The assembly", questions: 0, reason: "spam", note: "No advertising" },
      isOnce: true,
    },
  };
}
