import { objectToVote } from "@survey-app/contract/invitations/invitations.ts";
import type { Mine } from "@survey-app/contract/meetings/mine.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import { useId } from "react";
import { apiWithBearer } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import type { OpenedInvitation } from "../votes/openedInvitation.ts";

type OwnVote = Mine["questions"][number];

interface OwnVotesProps {
  mine: Mine;
  invitation: OpenedInvitation;
  /** The survey of the last question. */
  last: string | undefined;
}

/** The votes that were counted with the reader's link or code, on the last question and on those before. */
export function OwnVotes({ mine, invitation, last }: OwnVotesProps) {
  const known = mine.questions.filter(({ vote }) => vote !== null).toReversed();
  const [now, earlier] = [known.filter(isLast), known.filter((each) => !isLast(each))];
  function isLast({ surveyId }: OwnVote) {
    return surveyId === last;
  }
  if (known.length === 0) return null;
  return (
    <div className="space-y-2 border-t border-line pt-3">
      <h3 className="text-base">{meetingRoomTexts.own}</h3>
      {now.map((each) => (
        <Counted key={each.surveyId} own={each} invitation={invitation} />
      ))}
      {earlier.length > 0 && (
        <details open={earlier.some((each) => isDoubtful(each, invitation))}>
          <summary className="inline-block py-1 text-sm font-medium underline underline-offset-4">
            {meetingRoomTexts.earlier}
          </summary>
          <ul className="space-y-3 pt-2">
            {earlier.map((each) => (
              <li key={each.surveyId}>
                <p className="text-sm text-muted">{recordSentences.question(String(each.n))}</p>
                <Counted own={each} invitation={invitation} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Whether someone else may have cast this vote. Only the tab that cast a secret vote knows that it did. */
const isDoubtful = ({ vote, surveyId }: OwnVote, { cast }: OpenedInvitation): boolean =>
  vote === "elsewhere" || (vote === "counted" && cast?.[surveyId] === undefined);

function Counted({ own, invitation }: { own: OwnVote; invitation: OpenedInvitation }) {
  return (
    <div className="space-y-2">
      <p>{sentenceOf(own, invitation)}</p>
      {isDoubtful(own, invitation) && <NotMe surveyId={own.surveyId} bearer={invitation.token} />}
    </div>
  );
}

function sentenceOf(own: OwnVote, invitation: OpenedInvitation): string {
  if (own.vote === "here") return meetingRoomTexts.here;
  if (own.vote === "elsewhere") return meetingRoomTexts.elsewhere;
  if (own.vote === "none")
    return invitation.cast?.[own.surveyId] === "sent" ? meetingRoomTexts.lost : meetingRoomTexts.none;
  const counted = meetingRoomTexts.countedSecretly;
  return isDoubtful(own, invitation) ? `${counted} ${meetingRoomTexts.notFromTab}` : counted;
}

/** A button with which the reader says that someone else has voted. */
function NotMe({ surveyId, bearer }: { surveyId: string; bearer: string }) {
  const id = useId();
  const object = useInvalidatingMutation(() => apiWithBearer(bearer, objectToVote, { params: { id: surveyId } }));
  if (object.isSuccess)
    return (
      <FocusedGroup labelledBy={id}>
        <p id={id}>{invitedTexts.objected}</p>
      </FocusedGroup>
    );
  return (
    <>
      {object.error && <ErrorPanel {...failureOf(object.error)} />}
      <Button look="quiet" small busy={object.isPending} onClick={() => object.mutate()}>
        {invitedTexts.object}
      </Button>
    </>
  );
}
