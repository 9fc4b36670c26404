import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Button } from "../ui/Button.tsx";

/** A button that asks whether to show the result of a survey to everyone. */
export function ShowResultButton({ survey }: { survey: Survey }) {
  const { Dialog, isOpen, open, close } = useLateDialog(
    async () => (await import("../managing/ShowResultDialog.tsx")).ShowResultDialog,
  );
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open}>
        {ownSurveyTexts.showResult}
      </Button>
      {Dialog && <Dialog survey={isOpen ? survey : null} onClose={close} />}
    </>
  );
}
