import type { Invitation } from "@survey-app/contract/invitations/invitations.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";

/** The name by which pages call an invited person. */
export const personOf = ({ label, email }: Invitation) => personName(label) || email || invitationTexts.noName;
