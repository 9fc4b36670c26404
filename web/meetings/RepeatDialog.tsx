import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { REPEAT_REASON_MAX } from "@survey-app/contract/text/limits.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useRepeat } from "./meetings.queries.ts";

interface RepeatDialogProps {
  meetingId: string;
  /** The question to ask again; null closes the dialog. */
  question: OpenedQuestion | null;
  onClose: () => void;
}

/** Makes a draft that asks a question again, for a reason that the record shows. */
export function RepeatDialog({ meetingId, question, onClose }: RepeatDialogProps) {
  return (
    <Dialog title={hostTexts.repeatName(question?.n ?? 0)} isOpen={question !== null} onClose={onClose}>
      {question && <ReasonForm meetingId={meetingId} question={question} onClose={onClose} />}
    </Dialog>
  );
}

function ReasonForm({ meetingId, question, onClose }: RepeatDialogProps & { question: OpenedQuestion }) {
  const { n, Title, language, privacy } = question;
  const repeating = useRepeat(meetingId);
  const form = useForm({
    initial: { reason: "" },
    draft: tabDraft(`meeting-repeat:${meetingId}:${n}`),
    check: ({ reason }) => textError("reason", reason, REPEAT_REASON_MAX, formErrors.repeatReason.required),
    send: async ({ reason }) => {
      await repeating.mutateAsync({ n, reason });
      onClose();
      toast(hostTexts.repeated(n));
    },
  });
  return (
    <form {...form.props} className="space-y-5">
      <UserText as="p" of={{ Title: Title ?? "", language }} className="font-medium" />
      <p className="text-muted">{hostTexts.repeatText}</p>
      {privacy === "secret" && <p>{hostTexts.repeatSecret}</p>}
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={hostTexts.reason}
        placeholder={hostTexts.reasonExample}
        autoComplete="off"
        limit={REPEAT_REASON_MAX}
        {...form.field("reason")}
      />
      <FormActions label={hostTexts.repeat} isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
