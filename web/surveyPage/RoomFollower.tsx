import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { roomMoves } from "../surveys/roomMoves.ts";
import { useHasEnded } from "../surveys/serverTime.ts";
import { oneSurvey } from "../surveys/surveys.queries.ts";
import * as roomTexts from "../texts/roomTexts.ts";
import { readDraft, writeDraft } from "../ui/draft.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { linkVoteOn } from "../votes/votes.queries.ts";

/** Where this page came from, if the room brought it here. */
interface Previous {
  surveyId: string;
  hasVoted: boolean;
}

const keyOf = (surveyId: string) => `room-previous:${surveyId}`;

/**
 * Follows a room: when its host opens the next question, this page goes there. Whoever had not voted finds the way back until that
 * question's end; whoever opens a question that the room has left finds the way forward.
 */
export function RoomFollower({ survey }: { survey: FullSurvey }) {
  const { _id } = survey;
  const { data } = useQuery(linkVoteOn(survey));
  const next = roomMoves.useValue()[_id];
  // Where the room was when this page was opened, also if it came back: it does not go there by itself.
  const [known] = useState(next);
  const [opened, setOpened] = useState<{ movedTo: string | undefined } | null>(null);
  if (data && !opened) setOpened({ movedTo: data.results.movedTo ?? known });
  const hasVoted = Boolean(data?.vote);

  useEffect(() => {
    if (!opened || !next || next === opened.movedTo) return;
    writeDraft("session", keyOf(next), { surveyId: _id, hasVoted } satisfies Previous);
    navigate(`/surveydetails/${next}`);
  }, [_id, next, opened, hasVoted]);

  return (
    <>
      {opened?.movedTo && (
        <p className="flex flex-wrap items-center justify-between gap-3">
          {roomTexts.hasMoved}
          <LinkButton look="quiet" small href={`/surveydetails/${opened.movedTo}`}>
            {roomTexts.next}
          </LinkButton>
        </p>
      )}
      <PreviousQuestion surveyId={_id} />
    </>
  );
}

function PreviousQuestion({ surveyId }: { surveyId: string }) {
  const [previous] = useState(() => readDraft<Previous>("session", keyOf(surveyId)));
  const isMissed = previous?.surveyId !== undefined && !previous.hasVoted;
  const { data } = useQuery({ ...oneSurvey(previous?.surveyId ?? "", null), enabled: isMissed });
  const hasEnded = useHasEnded(data ?? { deadline: null, closedAt: null });
  if (!isMissed || !data || hasEnded) return null;
  return (
    <LinkButton look="quiet" small href={`/surveydetails/${data._id}`}>
      {roomTexts.previous}
    </LinkButton>
  );
}
