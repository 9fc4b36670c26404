import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useSettings } from "../api/settings.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useNeedsReview } from "../session/useNeedsReview.ts";
import { useSession } from "../session/useSession.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";

interface SurveyFormActionsProps {
  label: string;
  isBusy: boolean;
  isDirty: boolean;
  /** Discards what was changed; omitted where there is nothing to return to. */
  onDiscard: (() => void) | undefined;
}

/** The form's buttons. The main one says what happens to the question. */
export function SurveyFormActions({ label, isBusy, isDirty, onDiscard }: SurveyFormActionsProps) {
  const { phase } = useSession();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ActionButton type="submit" busy={isBusy} again={uiTexts.pressAgain}>
        {label}
      </ActionButton>
      {isDirty && onDiscard && (
        <Button look="plain" onClick={onDiscard}>
          {surveyTexts.discardChanges}
        </Button>
      )}
      {isDirty && <p className="text-sm text-muted">{phase === "visitor" ? askTexts.keptInTab : askTexts.kept}</p>}
    </div>
  );
}

/**
 * The label of the main button: visitors continue by signing in.
 * @param survey the stored survey; undefined for a new one
 * @param values what the form says about it
 */
export function useSubmitLabel(survey: Survey | undefined, values: Pick<Survey, "listed" | "electorate">): string {
  const session = useSession();
  const settings = useSettings();
  const isReviewed = useNeedsReview(values);
  const isUnlisted = useAsksUnlisted() && !values.listed;
  if (session.phase !== "signedIn") {
    const isOfGuest = values.electorate === "link" && mayAsk("unlisted", "guest", settings);
    return !isOfGuest ? askTexts.submit.visitor : survey ? askTexts.submit.update : askTexts.submit.publish;
  }
  const asks = isRequestingSurveyor(session.user) && !isUnlisted;
  if (survey && !asks) return askTexts.submit.update;
  return isReviewed || (asks && settings.surveyors === "request") ? askTexts.submit.review : askTexts.submit.publish;
}
