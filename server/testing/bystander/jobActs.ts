import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { enqueueMailings } from "../../mailings/mailings.sql.ts";
import { enqueueMembershipReminders } from "../../payments/membershipEnds.sql.ts";
import { membershipsOf, moveMembership } from "../memberships.sql.ts";
import { paymentRequests } from "../paymentApp.ts";
import { sendEmails } from "../sendEmails.ts";
import type { Actor } from "./actors.ts";
import { invitedSurvey } from "./voteActs.ts";

/** Jobs with work for one person, when nothing is due for the others. */
export const jobActs: Record<string, (actor: Actor) => Promise<unknown>> = {
  "reminding a member": async ({ t, person }) => {
    const payer = await person();
    await paymentRequests(() => ({ t, payer })).buy();
    const [bought] = await membershipsOf(t.database, payer.id);
    await moveMembership(t.database, bought?.id ?? "", -360 * DAY_MS);
    if ((await enqueueMembershipReminders(t.database, true)) !== 1) throw new Error("Nobody was reminded");
  },
  "sending links": async (actor) => {
    const { id, as } = await invitedSurvey(actor);
    await actor.request(sendInvitations, { as, params: { id } });
    await enqueueMailings(actor.t.database);
    await sendEmails(actor.t);
  },
};
