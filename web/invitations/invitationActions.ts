import type { Invitation } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { personOf } from "./personOf.ts";

export interface Choices {
  onCorrect: (invitation: Invitation) => void;
  onSendAgain: (invitation: Invitation) => void;
  onReissue: (invitation: Invitation) => void;
  onRemove: (invitation: Invitation) => void;
}

/** The actions on a person on a list, as entries of a menu. */
export function actionsOn(invitation: Invitation, { onCorrect, onSendAgain, onReissue, onRemove }: Choices) {
  const person = personOf(invitation);
  const reaching = {
    correct: {
      label: invitationTexts.correct,
      name: invitationTexts.correctName(person),
      onChoose: () => onCorrect(invitation),
    },
    sendAgain: {
      label: invitationTexts.sendAgain,
      name: invitationTexts.sendAgainName(person),
      onChoose: () => onSendAgain(invitation),
    },
    replace: {
      label: invitation.email === null ? invitationTexts.reissueCode : invitationTexts.reissue,
      name: invitationTexts.reissueName(person),
      onChoose: () => onReissue(invitation),
    },
  };
  const { correct, sendAgain, replace } = reaching;
  return [
    // No link has arrived that could be replaced.
    ...(invitation.isDeleted ? [] : invitation.isUnknownAddress ? [correct, sendAgain] : [replace]),
    {
      label: invitationTexts.remove,
      name: invitationTexts.removeName(person),
      onChoose: () => onRemove(invitation),
    },
  ];
}
