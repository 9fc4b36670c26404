import { PUBLISHED, type Survey } from "@survey-app/contract/surveys.ts";
import { REPORT_MAX } from "@survey-app/contract/votes.ts";
import { type FormEvent, useId, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useUser } from "../session/useSession.ts";
import * as reportTexts from "../texts/reportTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useAddReport } from "./useAddReport.ts";

/** Any signed-in user, with or without a vote, can report a survey as inappropriate (product §6). */
export function ReportSurvey({ survey }: { survey: Survey }) {
  const user = useUser();
  const report = useAddReport();
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isKnown = report.error instanceof ApiRequestError && report.error.problem.code === "alreadyReported";
  if (!user || survey.status !== PUBLISHED) return null;
  if (report.isSuccess || (isKnown && !isOpen)) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Icon name="check" size={16} /> {report.isSuccess ? reportTexts.sent : reportTexts.sentBefore}
      </p>
    );
  }

  function close() {
    setProblem(null);
    if (!isKnown) report.reset();
    setOpen(false);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (report.isPending) return;
    const inapp = String(new FormData(event.currentTarget).get("report")).trim();
    const reason = !inapp ? reportTexts.empty : inapp.length > REPORT_MAX ? uiTexts.tooLong(REPORT_MAX) : null;
    setProblem(reason);
    if (reason) return;
    try {
      await report.mutateAsync({ surveyId: survey._id, inapp });
      setOpen(false);
      toast(reportTexts.sent);
    } catch {
      // The dialog shows the error below.
    }
  }

  return (
    <>
      <Button look="plain" small className="-ml-3.5 text-muted" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="warning" size={16} /> {reportTexts.action}
      </Button>
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
              <Button type="submit" form={formId} busy={report.isPending}>
                {reportTexts.submit}
              </Button>
            </>
          )
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)} className="space-y-5">
          <UserText as="p" className="font-semibold">
            {survey.Title}
          </UserText>
          {isKnown && <p role="alert">{reportTexts.sentBefore}</p>}
          {report.isError && !isKnown && <ErrorPanel {...failureOf(report.error, reportTexts.outcomeUnknown)} />}
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
    </>
  );
}
