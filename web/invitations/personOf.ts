import type { Invitation } from "@survey-app/contract/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";

/** How an invited person is called. */
export const personOf = ({ label, email }: Invitation) => label || email || invitationTexts.noName;
