import { usePlainForm } from "../api/plainForm.ts";
import * as factorTexts from "../texts/factorTexts.ts";
import * as programTexts from "../texts/programTexts.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";

export interface Named {
  _id: string;
  name: string;
}

interface RenameDialogProps {
  /** The passkey or API key to rename; null while the dialog is closed. */
  subject: Named | null;
  /** The longest name, in characters. */
  limit: number;
  rename: (changed: Named) => Promise<unknown>;
  onClose: () => void;
}

/** Renames a passkey or an API key. */
export function RenameDialog({ subject, ...props }: RenameDialogProps) {
  return (
    <Dialog
      title={subject ? factorTexts.renameTitle(subject.name) : ""}
      isOpen={subject !== null}
      onClose={props.onClose}
    >
      {subject && <NameForm subject={subject} {...props} />}
    </Dialog>
  );
}

function NameForm({ subject, limit, rename, onClose }: RenameDialogProps & { subject: Named }) {
  const form = usePlainForm({
    empty: { name: subject.name },
    check: ({ name }): { name?: string } => (name.trim() ? {} : { name: programTexts.required }),
    send: async ({ name }) => {
      await rename({ _id: subject._id, name });
      onClose();
      toast(factorTexts.renamed);
    },
    ifUnknown: programTexts.saveUnknown,
  });
  return (
    <form {...form.props} className="space-y-5">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField label={programTexts.name} limit={limit} {...form.field("name")} />
      <FormActions label={factorTexts.rename} isBusy={form.isSending} onCancel={onClose} />
    </form>
  );
}
