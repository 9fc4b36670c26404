import type { ListedPerson } from "@survey-app/contract/invitations/voterLists.ts";
import { GROUP_MAX, INVITATION_LABEL_MAX } from "@survey-app/contract/text/limits.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { useForm } from "../../api/useForm.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { FormActions } from "../../ui/FormActions.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { useChangePerson } from "./voterLists.queries.ts";

interface PersonFormProps {
  listId: string;
  person: ListedPerson;
  onClose: () => void;
}

/** Corrects a person of a saved list. */
export function PersonForm({ listId, person, onClose }: PersonFormProps) {
  const change = useChangePerson(listId);
  const { _id, email, label, group } = person;
  const form = useForm({
    initial: { email, label, group },
    check: (): { email?: string; label?: string; group?: string } => ({}),
    send: async (values) => {
      await change.mutateAsync({ _id, ...values });
      onClose();
      toast(listTexts.saved);
    },
  });
  return (
    <form {...form.props} className="space-y-5">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField label={listTexts.label} limit={INVITATION_LABEL_MAX} autoComplete="off" {...form.field("label")} />
      <TextField label={listTexts.address} type="email" autoComplete="off" {...form.field("email")} />
      <TextField label={listTexts.group} limit={GROUP_MAX} autoComplete="off" {...form.field("group")} />
      <FormActions label={listTexts.save} isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
