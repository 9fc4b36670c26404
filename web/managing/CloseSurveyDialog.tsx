import { closeSurvey, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import { api } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

interface CloseSurveyDialogProps {
  /** The survey to close; null while the dialog is closed. */
  survey: Survey | null;
  onClose: () => void;
}

/** Asks before voting on a survey ends early. */
export function CloseSurveyDialog({ survey, onClose }: CloseSurveyDialogProps) {
  const closing = useInvalidatingMutation(({ _id: id }: Survey) => api(closeSurvey, { params: { id } }), ["surveys"]);
  const confirmation = useConfirmation(closing, {
    subject: survey,
    onDone: ({ Title }) => toast(ballotFormTexts.closeDone(Title)),
    onClose,
  });

  return (
    <ConfirmDialog title={ballotFormTexts.closeTitle} label={ballotFormTexts.close} look="danger" {...confirmation}>
      {survey &&
        (survey.deadline
          ? ballotFormTexts.closeTextPlanned(<UserText of={survey} />, <Day at={survey.deadline} />)
          : ballotFormTexts.closeText(<UserText of={survey} />))}
      {survey && survey.privacy !== "named" && (
        <span className="mt-3 block">
          {survey.electorate === "everyone" ? ballotFormTexts.fewVotesOnCloseInOpen : ballotFormTexts.fewVotesOnClose}
        </span>
      )}
    </ConfirmDialog>
  );
}
