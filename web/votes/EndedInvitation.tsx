import type { EndedInvitation as Ended, ProblemDetails } from "@survey-app/contract/http/errors.ts";
import { objectToEnd } from "@survey-app/contract/invitations/invitations.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import { apiWithBearer } from "../api/api.ts";
import { Day } from "../ui/Day.tsx";
import { ObjectButton } from "./ObjectButton.tsx";

interface EndedInvitationProps {
  /** The link or code. */
  token: string;
  code: ProblemDetails["code"];
  ended: Ended;
  /** The meeting on whose page it stands; null on a page of its own. */
  meeting: string | null;
}

/**
 * Says that a link or code was replaced, or that its person was removed from the list, and takes the objection of a
 * reader who didn't ask for that. It is the same whether the invitation was used or not.
 */
export function EndedInvitation({ token, code, ended, meeting }: EndedInvitationProps) {
  const { surveyId, meetingId, endedAt } = ended;
  const isReplaced = code === "invitationReplaced";
  const day = endedAt === null ? null : <Day at={endedAt} />;
  return (
    <div role="alert" className="space-y-3">
      <h2 className="font-semibold">{isReplaced ? invitedTexts.replaced : invitedTexts.struck}</h2>
      <p className="text-muted">
        {day === null
          ? invitedTexts.struckEarlier
          : (isReplaced ? invitedTexts.replacedText : invitedTexts.struckText)(day)}
      </p>
      <ObjectButton
        text={invitedTexts.notAsked}
        title={invitedTexts.notAskedTitle}
        explanation={invitedTexts.notAskedText}
        done={invitedTexts.notAskedSaid}
        send={() => apiWithBearer(null, objectToEnd, { body: { token } })}
      />
      {meeting === null && (
        <p>
          <a
            href={surveyId === null ? `/meetings/${meetingId}` : `/surveydetails/${surveyId}`}
            className="inline-block py-1 font-medium underline underline-offset-4"
          >
            {surveyId === null ? invitedTexts.seeMeeting : invitedTexts.seeSurvey}
          </a>
        </p>
      )}
    </div>
  );
}
