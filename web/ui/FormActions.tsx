import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { ActionButton } from "./ActionButton.tsx";
import { Button } from "./Button.tsx";
import type { ButtonLook } from "./buttonLook.ts";

interface FormActionsProps {
  /** The label of the button that sends the form. */
  label: string;
  look?: ButtonLook;
  isBusy: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog: Cancel, and the button that sends it. */
export function FormActions({ label, look = "main", isBusy, onCancel }: FormActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="plain" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <ActionButton type="submit" look={look} busy={isBusy} again={uiTexts.pressAgain}>
        {label}
      </ActionButton>
    </div>
  );
}
