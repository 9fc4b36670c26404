import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { navigate } from "wouter/use-browser-location";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { NextQuestion } from "./NextQuestion.tsx";
import { presentAddress } from "./useRoomMoves.ts";

interface NextQuestionDialogProps {
  survey: Survey;
  isOpen: boolean;
  onClose: () => void;
}

/** On the screen of a room: goes on to the next question. */
export function NextQuestionDialog({ survey, isOpen, onClose }: NextQuestionDialogProps) {
  return (
    <Dialog
      title={roomTexts.nextQuestion}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button look="quiet" onClick={onClose}>
          {uiTexts.close}
        </Button>
      }
    >
      <NextQuestion
        survey={survey}
        isWall
        onMoved={(next) => {
          onClose();
          navigate(presentAddress(next));
        }}
      />
    </Dialog>
  );
}
