import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";

interface PreviewActionsProps {
  formId: string;
  label: string;
  isBusy: boolean;
  isUploading: boolean;
  /** Whether the question was typed before its user signed in, and can be discarded. */
  isTrial: boolean;
  onBack: () => void;
  onDrop: () => void;
}

/** The buttons below the preview of a question. */
export function PreviewActions({ formId, label, isBusy, isUploading, isTrial, onBack, onDrop }: PreviewActionsProps) {
  return (
    <>
      <ActionButton type="submit" form={formId} busy={isBusy} disabled={isUploading} again={uiTexts.pressAgain}>
        {isUploading ? askTexts.uploading : label}
      </ActionButton>
      <Button look="quiet" onClick={onBack}>
        {askTexts.preview.back}
      </Button>
      {isTrial && (
        <Button look="plain" onClick={onDrop}>
          {askTexts.offer.drop}
        </Button>
      )}
    </>
  );
}

interface ConfirmActionsProps {
  formId: string;
  /** The label of the form's button. */
  label: string;
  isBusy: boolean;
  isUploading: boolean;
  onOnly: () => void;
}

/** In place of those on the page that an emailed link opens: its button confirms the address and sends the question. */
export function ConfirmActions({ formId, label, isBusy, isUploading, onOnly }: ConfirmActionsProps) {
  const { publish, review, onlyConfirm } = askTexts.confirmFirst;
  return (
    <>
      <ActionButton type="submit" form={formId} busy={isBusy} disabled={isUploading} again={uiTexts.pressAgain}>
        {isUploading ? askTexts.uploading : label === askTexts.submit.review ? review : publish}
      </ActionButton>
      <Button look="plain" onClick={onOnly}>
        {onlyConfirm}
      </Button>
    </>
  );
}
