import { describeResult, LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useOwner } from "../session/useSession.ts";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { linkVotingOf } from "./linkVoting.queries.ts";

interface WallClaimsProps {
  survey: Survey;
  isShown: boolean;
  isHost: boolean;
}

/** The claims of a wall about its question and votes, also while its controls are hidden. */
export function WallClaims({ survey, isShown, isHost }: WallClaimsProps) {
  const { participants, electorate } = survey;
  return (
    <div className="wall-claims">
      {isShown && participants > 0 && <p>{describeTurnout(participants)}</p>}
      {electorate === "link" && <p>{LINK_CLAIM}</p>}
      <UnreviewedNote survey={survey} className="wall-unreviewed" />
      {isHost && <RefusedVotes id={survey._id} />}
    </div>
  );
}

/** "20 people have voted". */
export const describeTurnout = (participants: number): string =>
  describeResult({ totalVotes: participants, yesVotes: null, unsureVotes: 0 });

/** The number of votes that the limits refused, for their voters in the room. */
function RefusedVotes({ id }: { id: string }) {
  const { data } = useQuery(linkVotingOf(id, useOwner()?._id ?? ""));
  return data && data.refused > 0 && <p className="font-medium text-ink">{roomTexts.refused(data.refused)}</p>;
}
