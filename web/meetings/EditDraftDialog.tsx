import type { Draft, ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { DESCRIPTION_MAX, TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { Explained } from "../api/noResponse.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { managedMeeting, useChangeDraft } from "./meetings.queries.ts";
import { SettingsFields } from "./SettingsFields.tsx";
import { settingsErrors, settingsValues, toSettings } from "./settingsValues.ts";

interface EditDraftDialogProps {
  meeting: ManagedMeeting;
  /** The draft as it was when the dialog opened; null closes the dialog. */
  draft: Draft | null;
  onClose: () => void;
}

/** Changes a question that was not opened yet, with its settings. */
export function EditDraftDialog({ meeting, draft, onClose }: EditDraftDialogProps) {
  return (
    <Dialog title={hostTexts.edit} isOpen={draft !== null} isWide isLong={false} onClose={onClose}>
      {draft && <EditDraft key={draft._id} meeting={meeting} draft={draft} onClose={onClose} />}
    </Dialog>
  );
}

function EditDraft({ meeting, draft, onClose }: EditDraftDialogProps & { draft: Draft }) {
  const { meetingId } = meeting;
  const client = useQueryClient();
  const changing = useChangeDraft(meetingId, draft._id);
  /** The version that its owner has seen: from a conflict on the present one, which the message quotes. */
  const [version, setVersion] = useState(draft.version);
  const form = useForm({
    initial: { Title: draft.Title, Description: draft.Description, settings: settingsValues(draft) },
    draft: tabDraft(`meeting-draft:${draft._id}:${draft.version}`),
    check: (values) => ({
      ...textError("Title", values.Title, TITLE_MAX, formErrors.title.required),
      ...textError("Description", values.Description, DESCRIPTION_MAX),
      ...settingsErrors(values.settings),
    }),
    send: async (values) => {
      const { Title, Description } = values;
      try {
        await changing.mutateAsync({ Title, Description, ...toSettings(values.settings), version });
      } catch (error) {
        throw await changedElsewhere(error);
      }
      onClose();
      toast(hostTexts.saved);
    },
  });

  /** Nothing is sent again without a press: the next one replaces what the message quotes. */
  async function changedElsewhere(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiRequestError) || error.problem.code !== "meetingChanged") return error;
    const { drafts } = await client.fetchQuery({ ...managedMeeting(meetingId), staleTime: 0 });
    const current = drafts.find(({ _id }) => _id === draft._id);
    if (!current) return error;
    setVersion(current.version);
    return new Explained(hostTexts.conflict(current.Title));
  }

  return (
    <form {...form.props} className="space-y-5">
      <FormErrors form={form} />
      <TextField label={hostTexts.questionText} autoComplete="off" limit={TITLE_MAX} {...form.field("Title")} />
      <TextArea
        label={hostTexts.description}
        optional
        rows={3}
        limit={DESCRIPTION_MAX}
        {...form.field("Description")}
      />
      <SettingsFields
        settings={form.values.settings}
        errors={form.errors}
        onChange={(settings) => form.change("settings", settings)}
      />
      <FormActions label={hostTexts.save} isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
