import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { ActionButton } from "./ActionButton.tsx";
import { Button } from "./Button.tsx";

interface InlineFormActionsProps {
  /** The label of the button that sends the form. */
  label: string;
  isBusy: boolean;
  onCancel: () => void;
}

/** The end of a form that was opened within a page: the button that sends it, and Cancel. */
export function InlineFormActions({ label, isBusy, onCancel }: InlineFormActionsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton type="submit" busy={isBusy} again={uiTexts.pressAgain}>
        {label}
      </ActionButton>
      <Button look="plain" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
    </div>
  );
}
