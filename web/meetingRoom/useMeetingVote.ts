import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { castInvitedVote } from "@survey-app/contract/invitations/invitations.ts";
import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useState } from "react";
import { ApiRequestError, apiWithBearer } from "../api/api.ts";
import { Explained, NoResponse } from "../api/noResponse.ts";
import { useTicket } from "../api/useTicket.ts";
import { changeOpenedInvitation } from "../votes/changeInvitation.ts";
import type { OpenedInvitation } from "../votes/openedInvitation.ts";

/** A vote that came too late, or whose response was lost. The page says so on the next question, too. */
export interface Missed {
  n: number;
  why: "late" | "unknown";
}

/** The outcome of a press on the vote button: the vote is counted, it was counted before, or someone else's vote is. */
type Result = "counted" | "before" | "used";

/**
 * Votes on a question of a meeting with its opened link or code.
 * @param onMissed is called also after the page has moved to the next question
 */
export function useMeetingVote(
  meetingId: string,
  { question: { n, surveyId, privacy }, invitation }: { question: OpenedQuestion; invitation: OpenedInvitation },
  onMissed: (missed: Missed | null) => void,
) {
  const [result, setResult] = useState<Result | null>(null);
  const ticketFor = useTicket<Answer>();
  const { token, cast: marks } = invitation;
  const mark = (how: "sent" | "counted") =>
    changeOpenedInvitation(meetingId, invitation, ({ cast }) => ({ cast: { ...cast, [surveyId]: how } }));

  async function castVote({ vote }: { vote: Answer }): Promise<void> {
    const ticket = privacy === "secret" ? ticketFor(vote) : undefined;
    try {
      await apiWithBearer(token, castInvitedVote, { params: { id: surveyId }, body: { vote, ticket } });
      mark("counted");
      setResult("counted");
      onMissed(null);
    } catch (error) {
      if (error instanceof NoResponse && error.wasAction) {
        mark("sent");
        onMissed({ n, why: "unknown" });
        throw new Explained(voteTexts.voteUnknown);
      }
      const code = error instanceof ApiRequestError ? error.problem.code : null;
      if (code === "hasEnded") {
        onMissed({ n, why: "late" });
        throw new Explained(meetingRoomTexts.late(String(n)));
      }
      if (code !== "alreadyVoted" && code !== "invitationUsed") throw error;
      // Without names, this browser knows that the counted vote is its own only if it has sent one before.
      const isOwn = marks?.[surveyId] !== undefined || (code === "alreadyVoted" && privacy === "named");
      setResult(isOwn ? "before" : "used");
      if (!isOwn) throw error;
      mark("counted");
      onMissed(null);
    }
  }

  return { result, castVote };
}
