import type { Survey } from "@survey-app/contract/surveys.ts";
import { REPORT_MAX } from "@survey-app/contract/votes.ts";
import { type FormEvent, useId, useState } from "react";
import { failureOf } from "../api/failure.ts";
import * as reportTexts from "../texts/reportTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useErrorFocus } from "../ui/useErrorFocus.ts";

interface ReportDialogProps {
  survey: Survey;
  isOpen: boolean;
  isSending: boolean;
  /** Why the last report was not sent. */
  error: Error | null;
  /** The user has reported this survey before. */
  isKnown: boolean;
  onSend: (inapp: string) => void;
  onClose: () => void;
}

/** Asks what is inappropriate about a survey. */
export function ReportDialog({ survey, isOpen, isSending, error, isKnown, onSend, onClose }: ReportDialogProps) {
  const formId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const form = useErrorFocus(attempt);

  function close() {
    setProblem(null);
    onClose();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const inapp = String(new FormData(event.currentTarget).get("report")).trim();
    const reason = !inapp ? reportTexts.empty : inapp.length > REPORT_MAX ? uiTexts.tooLong(REPORT_MAX) : null;
    setProblem(reason);
    setAttempt(attempt + 1);
    if (!reason) onSend(inapp);
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
            <ActionButton type="submit" form={formId} busy={isSending} again={uiTexts.pressAgain}>
              {reportTexts.submit}
            </ActionButton>
          </>
        )
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={onSubmit} className="space-y-5">
        <UserText as="p" className="font-semibold">
          {survey.Title}
        </UserText>
        {isKnown && <p role="alert">{reportTexts.sentBefore}</p>}
        {error && !isKnown && <ErrorPanel {...failureOf(error, reportTexts.outcomeUnknown)} />}
        {!isKnown && (
          <TextArea
            label={reportTexts.label}
            name="report"
            hint={reportTexts.hint(REPORT_MAX)}
            rows={4}
            limit={REPORT_MAX}
            error={problem ?? undefined}
            onChange={() => setProblem(null)}
          />
        )}
      </form>
    </Dialog>
  );
}
