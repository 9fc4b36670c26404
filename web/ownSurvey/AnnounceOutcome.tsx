import type { Survey } from "@survey-app/contract/surveys.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import * as ownSurveyTexts from "../texts/ownSurveyTexts.ts";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { Dialog } from "../ui/Dialog.tsx";

/** Opens the form for the first version of what was decided. */
export function AnnounceOutcome({ survey }: { survey: Survey }) {
  const {
    Dialog: OutcomeEditor,
    isOpen,
    open,
    close,
  } = useLateDialog(async () => (await import("../results/OutcomeEditor.tsx")).OutcomeEditor);
  function finish() {
    close();
    // The button that opened it is gone once there is an outcome.
    catchLostFocus();
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open}>
        {ownSurveyTexts.announce}
      </Button>
      <Dialog title={outcomeTexts.title} isOpen={isOpen} onClose={close}>
        {OutcomeEditor && <OutcomeEditor surveyId={survey._id} text="" onDone={finish} />}
      </Dialog>
    </>
  );
}
