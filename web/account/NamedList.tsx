import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useForm } from "../api/useForm.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

interface NamedListProps<Item extends Named> {
  items: readonly Item[];
  /** Shown without any. */
  none: string;
  details: (item: Item) => ReactNode;
  rename: (changed: Named) => Promise<unknown>;
  /** The longest name, in characters. */
  nameMax: number;
  removal: UseMutationResult<unknown, Error, Item>;
  /** The texts of the removal. */
  texts: {
    action: string;
    actionName: (name: string) => string;
    title: (name: string) => string;
    text: string;
    done: string | ((name: string) => string);
  };
  onRemoved?: () => void;
}

/** Passkeys or API keys, which the user has named: each can be renamed and removed. */
export function NamedList<Item extends Named>(props: NamedListProps<Item>) {
  const { items, none, details, rename, nameMax, removal, texts, onRemoved } = props;
  const list = useRef<HTMLDivElement>(null);
  const [renamed, setRenamed] = useState<Item | null>(null);
  const [removed, setRemoved] = useState<Item | null>(null);
  const confirmation = useConfirmation(removal, {
    subject: removed,
    onDone: ({ name }) => {
      toast(typeof texts.done === "string" ? texts.done : texts.done(name));
      onRemoved?.();
      // The button disappears with its row. Deferred, because a closing dialog first returns the focus to it.
      setTimeout(() => list.current?.focus());
    },
    onClose: () => setRemoved(null),
  });
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {items.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <li key={item._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <UserText as="p" className="font-medium">
                  {item.name}
                </UserText>
                {details(item)}
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  look="quiet"
                  small
                  aria-haspopup="dialog"
                  aria-label={factorTexts.renameName(item.name)}
                  onClick={() => setRenamed(item)}
                >
                  {factorTexts.rename}
                </Button>
                <Button
                  look="plain"
                  small
                  aria-haspopup="dialog"
                  aria-label={texts.actionName(item.name)}
                  onClick={() => setRemoved(item)}
                >
                  <span className="text-danger">{texts.action}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <RenameDialog subject={renamed} limit={nameMax} rename={rename} onClose={() => setRenamed(null)} />
      <ConfirmDialog
        title={removed ? texts.title(removed.name) : ""}
        label={texts.action}
        look="danger"
        {...confirmation}
      >
        {texts.text}
      </ConfirmDialog>
    </div>
  );
}

interface Named {
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
function RenameDialog({ subject, ...props }: RenameDialogProps) {
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
  const form = useForm({
    initial: { name: subject.name },
    check: ({ name }): { name?: string } => (name.trim() ? {} : { name: integrationTexts.required }),
    send: async ({ name }) => {
      await rename({ _id: subject._id, name });
      onClose();
      toast(factorTexts.renamed);
    },
    ifUnknown: integrationTexts.saveUnknown,
  });
  return (
    <form {...form.props} className="space-y-5">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField label={integrationTexts.name} limit={limit} {...form.field("name")} />
      <FormActions label={factorTexts.rename} isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
