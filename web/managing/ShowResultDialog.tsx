import { type Survey, showResult } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import { api } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

interface ShowResultDialogProps {
  /** The survey whose result waits; null while the dialog is closed. */
  survey: Survey | null;
  onClose: () => void;
}

/** Asks before everyone sees a result, which can't be hidden again. */
export function ShowResultDialog({ survey, onClose }: ShowResultDialogProps) {
  const showing = useInvalidatingMutation(({ _id: id }: Survey) => api(showResult, { params: { id } }), ["surveys"]);
  const confirmation = useConfirmation(showing, {
    subject: survey,
    onDone: ({ Title }) => toast(ballotFormTexts.showDone(Title)),
    onClose,
  });
  return (
    <ConfirmDialog title={ballotFormTexts.showTitle} label={ballotFormTexts.show} {...confirmation}>
      {survey && ballotFormTexts.showText(<UserText of={survey} />)}
    </ConfirmDialog>
  );
}
