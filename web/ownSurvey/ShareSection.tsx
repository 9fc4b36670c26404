import { askInRoom } from "@survey-app/contract/ballots/rights.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { RoomQuestions } from "../presenting/RoomQuestions.tsx";
import { may } from "../session/may.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ShareWays } from "../sharing/SharePanel.tsx";
import { useShareBlock } from "../sharing/useShareBlock.ts";

/** The ways to pass the survey on, once everyone can see it, and the questions that follow it in a room. */
export function ShareSection({ survey }: { survey: FullSurvey }) {
  const block = useShareBlock(survey);
  const user = useSignedInUser();
  return (
    <div className="max-w-read space-y-10">
      {survey.electorate === "link" && may(askInRoom, user, survey) && <RoomQuestions survey={survey} />}
      {block ? (
        <p className="text-muted">{shareTexts.blocked[block]}</p>
      ) : (
        <div className="space-y-5">
          <h2 className="text-xl">{shareTexts.title}</h2>
          <ShareWays survey={survey} />
        </div>
      )}
    </div>
  );
}
