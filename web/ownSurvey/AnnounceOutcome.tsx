import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { Dialog } from "../ui/Dialog.tsx";

/** Opens the form for the outcome: its first version, or the next one. */
export function AnnounceOutcome({ survey: { _id, outcomes } }: { survey: FullSurvey }) {
  const [newest] = outcomes;
  const {
    Dialog: OutcomeEditor,
    isOpen,
    open,
    close,
  } = useLateDialog(async () => (await import("./OutcomeEditor.tsx")).OutcomeEditor);
  function finish() {
    close();
    // The button that opened it is gone once there is a first version.
    catchLostFocus();
  }
  return (
    <>
      <Button look={newest ? "quiet" : "main"} small={newest !== undefined} aria-haspopup="dialog" onClick={open}>
        {newest ? outcomeTexts.change : ownSurveyTexts.announce}
      </Button>
      <Dialog title={outcomeTexts.title} isOpen={isOpen} onClose={close}>
        {OutcomeEditor && <OutcomeEditor surveyId={_id} text={newest?.text ?? ""} onDone={finish} />}
      </Dialog>
    </>
  );
}
