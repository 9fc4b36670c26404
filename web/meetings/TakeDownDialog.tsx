import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import { FEEDBACK_MAX } from "@survey-app/contract/text/limits.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { textError } from "../api/textError.ts";
import { reasonOptions } from "../api/unpublishReasons.ts";
import { useForm } from "../api/useForm.ts";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useTakeDown } from "./meetings.queries.ts";

interface TakeDownDialogProps {
  meeting: { meetingId: string; name: string };
  isOpen: boolean;
  onClose: () => void;
}

/** Takes another user's meeting down, for an admin: for a reason that everyone can read, with feedback to its owner. */
export function TakeDownDialog({ meeting, isOpen, onClose }: TakeDownDialogProps) {
  return (
    <Dialog title={hostTexts.takeDown} isOpen={isOpen} onClose={onClose}>
      <TakeDown meeting={meeting} onClose={onClose} />
    </Dialog>
  );
}

function TakeDown({ meeting: { meetingId, name }, onClose }: Omit<TakeDownDialogProps, "isOpen">) {
  const takingDown = useTakeDown(meetingId);
  const form = useForm({
    initial: { reason: "", feedback: "" },
    check: ({ reason, feedback }) => ({
      ...(reason === "" && { reason: reviewTexts.chooseReason }),
      ...textError("feedback", feedback, FEEDBACK_MAX, reviewTexts.whyUnpublish),
    }),
    send: async ({ reason, feedback }) => {
      await takingDown.mutateAsync({ reason: reason as UnpublishReason, feedback: feedback.trim() });
      onClose();
      // The button that opened the dialog is gone.
      catchLostFocus();
    },
  });
  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">{hostTexts.takeDownText(<UserText className="text-ink">{name}</UserText>)}</p>
      <FormErrors form={form} />
      <SelectField
        label={reviewTexts.reason}
        prompt={reviewTexts.chooseReason}
        options={reasonOptions()}
        {...form.field("reason")}
      />
      <TextArea label={reviewTexts.feedback} rows={4} limit={FEEDBACK_MAX} {...form.field("feedback")} />
      <FormActions label={hostTexts.takeDown} look="danger" isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
