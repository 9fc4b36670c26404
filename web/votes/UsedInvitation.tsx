import { objectToVote } from "@survey-app/contract/invitations/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import { api, apiWithBearer } from "../api/api.ts";
import { ObjectButton } from "./ObjectButton.tsx";

interface UsedInvitationProps {
  survey: Pick<Survey, "_id" | "privacy">;
  /** The token of the opened invitation; null for the one of the account's address. */
  bearer: string | null;
}

/**
 * In place of the vote form: someone has voted with the invitation, but not this browser or account. The reader can
 * object.
 */
export function UsedInvitation({ survey, bearer }: UsedInvitationProps) {
  const params = { id: survey._id };
  return (
    <div className="space-y-3">
      <p className="font-semibold">{invitedTexts.used}</p>
      <p className="text-muted">{survey.privacy === "secret" ? invitedTexts.usedSecretly : invitedTexts.usedText}</p>
      <ObjectButton
        text={invitedTexts.object}
        title={invitedTexts.objectTitle}
        explanation={invitedTexts.objectText}
        done={invitedTexts.objected}
        send={() => (bearer === null ? api(objectToVote, { params }) : apiWithBearer(bearer, objectToVote, { params }))}
      />
    </div>
  );
}
