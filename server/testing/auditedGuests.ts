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
      // Nothing stays that could name a deleted guest.
      about: () => ({ kind: "user", id, title: "", email: null }),
      before: { surveys: 1 },
      after: {},
      isOnce: true,
    },
  };
}
