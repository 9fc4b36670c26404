import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import type { ReactNode } from "react";
import { ActionButton } from "./ActionButton.tsx";
import { Button } from "./Button.tsx";
import type { ButtonLook } from "./buttonLook.ts";
import { Dialog } from "./Dialog.tsx";
import { ErrorPanel } from "./ErrorPanel.tsx";

interface ConfirmDialogProps {
  title: string;
  isOpen: boolean;
  isBusy?: boolean;
  /** Why the action failed. */
  failure?: string | null;
  /** The button's label, where "Confirm" is too vague. */
  label?: string;
  look?: ButtonLook;
  onConfirm: () => void;
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
  /** The subject of the action, below the consequences. */
  details?: ReactNode;
}

/** Asks for confirmation of an action that affects other users or can't be undone. */
export function ConfirmDialog({
  title,
  isOpen,
  isBusy = false,
  failure,
  label = uiTexts.confirm,
  look = "main",
  onConfirm,
  onClose,
  children,
  details,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <ActionButton look={look} busy={isBusy} again={uiTexts.pressAgain} onClick={onConfirm}>
            {label}
          </ActionButton>
        </>
      }
    >
      <p className="text-muted">{children}</p>
      {details}
      {failure && <ErrorPanel text={failure} />}
    </Dialog>
  );
}
