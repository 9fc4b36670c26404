import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { REPORT_MAX } from "@survey-app/contract/text/limits.ts";
import * as reportTexts from "@survey-app/texts/reportTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useId } from "react";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { UserText } from "../ui/UserText.tsx";

interface ReportDialogProps {
  survey: Survey;
  isOpen: boolean;
  /** The user has reported this survey before. */
  isKnown: boolean;
  /** Whether the report has the reader's name: a visitor's doesn't have one. */
  isNamed: boolean;
  onSend: (inapp: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what is inappropriate about a survey. */
export function ReportDialog({ survey, isOpen, isKnown, isNamed, onSend, onClose }: ReportDialogProps) {
  const formId = useId();
  const form = useForm({
    initial: { inapp: "" },
    check: ({ inapp }) => textError("inapp", inapp, REPORT_MAX, reportTexts.empty),
    send: async ({ inapp }) => void (await onSend(inapp.trim())),
    ifUnknown: reportTexts.outcomeUnknown,
  });

  function close() {
    form.reset();
    onClose();
  }

  return (
    <Dialog
      title={reportTexts.title}
      isOpen={isOpen}
      onClose={close}
      actions={
        isKnown ? (
          <Button onClick={close}>{uiTexts.close}</Button>
        ) : (
          <>
            <Button look="plain" onClick={close}>
              {uiTexts.cancel}
            </Button>
            <ActionButton type="submit" form={formId} busy={form.isBusy} again={uiTexts.pressAgain}>
              {reportTexts.submit}
            </ActionButton>
          </>
        )
      }
    >
      <form {...form.props} id={formId} className="space-y-5">
        <UserText of={survey} as="p" className="font-semibold" />
        {isKnown && <p role="alert">{reportTexts.sentBefore}</p>}
        {form.problem && !isKnown && <ErrorPanel text={form.problem} />}
        {!isKnown && (
          <TextArea
            label={reportTexts.label}
            hint={(isNamed ? reportTexts.hintNamed : reportTexts.hint)(REPORT_MAX)}
            rows={4}
            limit={REPORT_MAX}
            {...form.field("inapp")}
          />
        )}
      </form>
    </Dialog>
  );
}
