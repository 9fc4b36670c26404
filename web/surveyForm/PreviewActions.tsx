import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";

interface SendButtonProps {
  formId: string;
  label: string;
  isBusy: boolean;
  isUploading: boolean;
}

/** Sends the form, which stands elsewhere on the page. */
function SendButton({ formId, label, isBusy, isUploading }: SendButtonProps) {
  return (
    <ActionButton type="submit" form={formId} busy={isBusy} disabled={isUploading} again={uiTexts.pressAgain}>
      {isUploading ? askTexts.uploading : label}
    </ActionButton>
  );
}

interface PreviewActionsProps extends SendButtonProps {
  /** Whether the question was typed before its user signed in, and can be discarded. */
  isTrial: boolean;
  onBack: () => void;
  onDrop: () => void;
}

/** The buttons below the preview of a question. */
export function PreviewActions({ formId, label, isBusy, isUploading, isTrial, onBack, onDrop }: PreviewActionsProps) {
  return (
    <>
      <SendButton {...{ formId, label, isBusy, isUploading }} />
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

interface ConfirmActionsProps extends SendButtonProps {
  onOnly: () => void;
}

/** In place of those on the page that an emailed link opens: its button confirms the address and sends the question. */
export function ConfirmActions({ formId, label, isBusy, isUploading, onOnly }: ConfirmActionsProps) {
  return (
    <>
      <SendButton {...{ formId, label, isBusy, isUploading }} />
      <Button look="plain" onClick={onOnly}>
        {askTexts.confirmFirst.onlyConfirm}
      </Button>
    </>
  );
}
