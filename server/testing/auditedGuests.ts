import { makeGuest } from "./guests.ts";
import type { TestApp } from "./testApp.ts";

/** Admins' requests about guests, with the audit events that they cause. @param app with ASK_UNLISTED=anyone */
export function auditedGuests(app: () => TestApp) {
  let id = "";
  return {
    "guests.deleteGuest": {
      request: async () => {
        ({ id } = await makeGuest(app()));
        return { params: { id } };
      },
      action: "guestDeleted" as const,
      // Nothing of a guest stays that could be named.
      about: () => ({ kind: "user", id, title: "", email: null }),
      before: { surveys: 1 },
      after: {},
      isOnce: true,
    },
  };
}
