import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { Button } from "../ui/Button.tsx";
import { CopyField } from "../ui/CopyField.tsx";
import { Dialog } from "../ui/Dialog.tsx";

interface ShownOnceProps {
  title: string;
  text: string;
  label: string;
  /** Null while there is nothing to show. */
  secret: string | null;
  onClose: () => void;
}

/** A key or secret, in a dialog: the only time that it is shown. */
export function ShownOnce({ title, text, label, secret, onClose }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      isOpen={secret !== null}
      staysOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>{integrationTexts.done}</Button>}
    >
      <p className="text-muted">{text}</p>
      <CopyField
        label={label}
        text={secret ?? ""}
        copyLabel={integrationTexts.copy}
        copiedLabel={uiTexts.copied}
        failedText={uiTexts.copyFailed}
      />
    </Dialog>
  );
}
