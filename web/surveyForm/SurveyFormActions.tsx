import * as stateTexts from "@survey-app/texts/askStateTexts.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useSession } from "../session/useSession.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";

interface SurveyFormActionsProps {
  label: string;
  /** The note on what happens after the main button; null for a change of a survey. */
  publishing: string | null;
  isBusy: boolean;
  isUploading: boolean;
  isDirty: boolean;
  /** Opens the preview; undefined for a change of a survey. */
  onPreview: (() => void) | undefined;
  /** Whether the preview is beside the form on a wide screen. */
  previewsBeside: boolean;
  /** Discards the changes; omitted where there is nothing to return to. */
  onDiscard: (() => void) | undefined;
}

/**
 * The form's buttons, and what happens after the main one. On a phone they stay in view while no field has the focus:
 * then nothing covers what is typed. They can come back under a press that leaves a field, which must still reach what
 * was pressed.
 */
export function SurveyFormActions(props: SurveyFormActionsProps) {
  const { label, publishing, isBusy, isUploading, isDirty, onPreview, previewsBeside, onDiscard } = props;
  const { phase } = useSession();
  return (
    <div className="z-10 space-y-3 max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-ground max-sm:px-4 max-sm:py-3 peer-has-focus-visible/fields:static peer-has-focus-visible/fields:border-transparent peer-has-active/fields:pointer-events-none">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <ActionButton
          type="submit"
          busy={isBusy}
          disabled={isUploading}
          again={uiTexts.pressAgain}
          className={publishing === null ? undefined : "max-sm:flex-1"}
        >
          {isUploading ? askTexts.uploading : label}
        </ActionButton>
        {onPreview && (
          <Button look="quiet" onClick={onPreview} className={classes(previewsBeside && "@min-[65rem]/form:hidden")}>
            {stateTexts.showView}
          </Button>
        )}
        {isDirty && onDiscard && (
          <Button look="plain" onClick={onDiscard}>
            {surveyTexts.discardChanges}
          </Button>
        )}
        {publishing !== null && <p className="text-sm text-muted max-sm:basis-full">{publishing}</p>}
      </div>
      {isDirty && (
        <p className="text-sm text-muted max-sm:hidden">{phase === "visitor" ? askTexts.keptInTab : askTexts.kept}</p>
      )}
    </div>
  );
}
