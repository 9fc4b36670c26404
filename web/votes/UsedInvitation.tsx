import { objectToVote } from "@survey-app/contract/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import { useId, useState } from "react";
import { api, apiWithBearer } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";

interface UsedInvitationProps {
  survey: Survey;
  /** The token of the opened invitation; null for the one of the account's address. */
  bearer: string | null;
}

/** In place of the vote form: someone has voted with the invitation, but not this browser or account. The reader can object. */
export function UsedInvitation({ survey, bearer }: UsedInvitationProps) {
  const id = useId();
  const [asks, setAsks] = useState(false);
  const [hasObjected, setObjected] = useState(false);
  const params = { id: survey._id };
  const objecting = useInvalidatingMutation(
    () => (bearer === null ? api(objectToVote, { params }) : apiWithBearer(bearer, objectToVote, { params })),
    ["surveys"],
  );
  const confirmation = useConfirmation(objecting, {
    subject: asks ? undefined : null,
    onDone: () => setObjected(true),
    onClose: () => setAsks(false),
  });
  return (
    <div className="space-y-3">
      <p className="font-semibold">{invitedTexts.used}</p>
      <p className="text-muted">{survey.privacy === "secret" ? invitedTexts.usedSecretly : invitedTexts.usedText}</p>
      {hasObjected ? (
        <FocusedGroup labelledBy={id}>
          <p id={id}>{invitedTexts.objected}</p>
        </FocusedGroup>
      ) : (
        <Button look="quiet" onClick={() => setAsks(true)}>
          {invitedTexts.object}
        </Button>
      )}
      <ConfirmDialog title={invitedTexts.objectTitle} label={invitedTexts.objectAction} {...confirmation}>
        {invitedTexts.objectText}
      </ConfirmDialog>
    </div>
  );
}
