import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { useState } from "react";
import { copiedValues, emptySurvey, type SurveyValues, surveyDraftKey, valuesOf } from "../managing/surveyValues.ts";
import { useHasEnded, useIsQuestionFrozen } from "../surveys/serverTime.ts";
import type { StoragePlace } from "../ui/browserStorage.ts";
import { clearDraft, readDraft } from "../ui/draft.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { useOffer } from "./useOffer.ts";
import { dismissedTipsOf } from "./useQuestionTips.ts";

export interface SurveyFormProps {
  /** The survey to change; omitted for a new one. */
  survey?: FullSurvey;
  /** The survey that a new one is copied from. */
  original?: FullSurvey | undefined;
  /** Called after the form was sent, instead of showing what happened. */
  onSent?: () => void;
  /** Whether a new question was written before signing in: its next step is the preview. */
  comesBack?: boolean;
  /** Whether a new question can only be for the people on a list, or by open link. */
  onlyUnlisted?: boolean;
  /** The short way to ask, with the values that it begins with; without them, all fields are open. */
  short?: typeof emptySurvey | undefined;
  /** The question was kept for a link that confirms its writer's email address: the button does both. */
  confirming?: { text: string; confirm: () => Promise<void>; onlyConfirm: () => void };
}

/** The fields of a new survey that decide whether its question can change. */
const NEW = { participants: 0, settingsFixed: false, deadline: null, closedAt: null };

/** The survey that the form edits: its first values, and its draft. */
export function useEditedSurvey({ survey, original, comesBack = false, short, confirming }: SurveyFormProps) {
  const timeZone = useTimeZone();
  const empty = short ?? emptySurvey;
  const stored: SurveyValues = survey ? valuesOf(survey, timeZone) : original ? copiedValues(original) : empty;
  /** The values that the form is compared with, to see whether something is typed. */
  const [pristine, setPristine] = useState<SurveyValues>(stored);
  const isFrozen = useIsQuestionFrozen(survey ?? NEW) && survey !== undefined;
  const isOver = useHasEnded(survey ?? NEW) && isFrozen;
  const draft = surveyDraftKey(survey, original, isFrozen);
  const offer = useOffer(draft);
  // Until its user goes on with it, a question that was typed before signing in stays where it was.
  const isTrial = offer.isOffered && (confirming !== undefined || (comesBack && !offer.hasOwn));
  const place: StoragePlace = isTrial ? "session" : "local";
  const forgetDraft = () => {
    // A question that waited for its emailed link was perhaps written as a draft of the account.
    const { Title } = readDraft<SurveyValues>(place, draft) ?? {};
    if (isTrial && readDraft<SurveyValues>("local", draft)?.Title === Title) clearDraft("local", draft);
    clearDraft(place, draft);
    clearDraft("local", dismissedTipsOf(draft));
  };
  return {
    timeZone,
    empty,
    stored,
    pristine,
    setPristine,
    isFrozen,
    isOver,
    draft,
    place,
    forgetDraft,
    offer,
    isTrial,
  };
}
