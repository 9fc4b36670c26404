import { inviteToAccount } from "@survey-app/contract/session/registration.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Admins' requests about invitations to have an account, with the audit events that they cause. */
export function auditedInvitations(given: () => { t: TestApp; admin: Person }) {
  const aboutNobodyYet = { about: () => ({ kind: "user", title: "", email: null }), before: {}, after: {} };
  return {
    "registration.inviteToAccount": {
      request: () => ({ params: {}, body: { email: "invited@example.org" } }),
      action: "accountInvited" as const,
      ...aboutNobodyYet,
      isOnce: false,
    },
    "registration.revokeAccountInvitation": {
      request: async () => {
        const { t, admin } = given();
        const { insertedId: id } = await t.request(inviteToAccount, { as: admin, body: { email: "no@example.org" } });
        return { params: { id } };
      },
      action: "accountInvitationRevoked" as const,
      ...aboutNobodyYet,
      isOnce: true,
    },
  };
}
