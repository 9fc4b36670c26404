import { askInRoom } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { useState } from "react";
import { may } from "../session/may.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { NextQuestionForm } from "./NextQuestionForm.tsx";
import { NotShownYet } from "./NotShownYet.tsx";
import { OpenQuestions } from "./OpenQuestions.tsx";
import { PreparedQuestions } from "./PreparedQuestions.tsx";

interface NextQuestionProps {
  survey: Survey;
  /** Whether people in the room see this screen. */
  isWall: boolean;
  onMoved: (next: string) => void;
}

/**
 * All ways to a room's next question: typing it, one that is prepared, or one that is open already. Admins only open
 * one, because they would ask in the owner's name; the list of the owner's surveys is for owner and admins.
 */
export function NextQuestion({ survey, isWall, onMoved }: NextQuestionProps) {
  const user = useSignedInUser();
  const mayAsk = may(askInRoom, user, survey);
  const mayChoose = user.email === survey.email || user.role === "admin";
  const [isChoosing, setChoosing] = useState(!mayAsk);
  return (
    <div className="space-y-5">
      {isWall && <NotShownYet survey={survey} />}
      {mayAsk && <NextQuestionForm surveyId={survey._id} onMoved={onMoved} />}
      {mayAsk && <PreparedQuestions survey={survey} isWall={isWall} onMoved={onMoved} />}
      {isChoosing && <OpenQuestions survey={survey} onMoved={onMoved} />}
      {mayChoose && !isChoosing && (
        <Button look="plain" small onClick={() => setChoosing(true)}>
          {roomTexts.ownOpen}
        </Button>
      )}
    </div>
  );
}
