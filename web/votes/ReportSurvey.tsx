import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { reportUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { reportSurvey } from "@survey-app/contract/votes/votes.ts";
import * as reportTexts from "@survey-app/texts/reportTexts.ts";
import { useId } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { useUser } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { Icon } from "../ui/Icon.tsx";
import { toast } from "../ui/toast.ts";

/**
 * Any signed-in user but the owner, with or without a vote, can report a survey as inappropriate (specification §6.3).
 * Visitors can report a survey that no one vouches for, or one that they vote on by open link.
 */
export function ReportSurvey({ survey }: { survey: Survey }) {
  const user = useUser();
  const id = useId();
  const report = useInvalidatingMutation(
    (inapp: string) => {
      const request = { params: { id: survey._id }, body: { inapp } };
      return user ? api(reportSurvey, request) : api(reportUnlistedSurvey, request);
    },
    // The user's vote also contains the report.
    ["votes"],
  );
  const { Dialog, isOpen, open, close } = useLateDialog(async () => (await import("./ReportDialog.tsx")).ReportDialog);
  const isKnown = report.error instanceof ApiRequestError && report.error.problem.code === "alreadyReported";
  const mayReport = user ? user.email !== survey.email : survey.unreviewed || survey.electorate === "link";
  if (!mayReport || survey.status !== PUBLISHED) return null;
  if (report.isSuccess || (isKnown && !isOpen)) {
    return (
      <FocusedGroup labelledBy={id}>
        <p id={id} className="flex items-center gap-2 text-sm text-muted">
          <Icon name="check" size={16} /> {report.isSuccess ? reportTexts.sent : reportTexts.sentBefore}
        </p>
      </FocusedGroup>
    );
  }

  async function send(inapp: string) {
    await report.mutateAsync(inapp);
    close();
    toast(reportTexts.sent);
  }

  return (
    <>
      <Button look="plain" small className="-ms-3.5 text-muted" aria-haspopup="dialog" onClick={open}>
        <Icon name="warning" size={16} /> {reportTexts.action}
      </Button>
      {Dialog && (
        <Dialog
          survey={survey}
          isOpen={isOpen}
          isKnown={isKnown}
          isNamed={user !== null}
          onSend={send}
          onClose={() => {
            if (!isKnown) report.reset();
            close();
          }}
        />
      )}
    </>
  );
}
