import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import type { ComponentProps } from "react";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Button } from "../ui/Button.tsx";

interface ShowResultButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "small" | "className"> {
  survey: Survey;
  label?: string;
  /** Whether there is a button now. An open dialog stays: its result can open while it is asked for. */
  isOffered?: boolean;
}

/** A button that asks whether to show the result of a survey to everyone. */
export function ShowResultButton({
  survey,
  label = ownSurveyTexts.showResult,
  isOffered = true,
  ...look
}: ShowResultButtonProps) {
  const { Dialog, isOpen, open, close } = useLateDialog(
    async () => (await import("./ShowResultDialog.tsx")).ShowResultDialog,
  );
  return (
    <>
      {isOffered && (
        <Button {...look} aria-haspopup="dialog" onClick={open}>
          {label}
        </Button>
      )}
      {Dialog && <Dialog survey={isOpen ? survey : null} onClose={close} />}
    </>
  );
}
