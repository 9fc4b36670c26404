import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import { useMayAsk } from "../session/useMayAsk.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { AskButton } from "./AskButton.tsx";

/** In place of a list of all surveys while there are none: people who may ask are led to the first question. */
export function NoSurveys() {
  const mayAsk = useMayAsk();
  return (
    <EmptyState
      title={cardTexts.none}
      text={mayAsk ? cardTexts.noneText : cardTexts.noneFromSurveyors}
      action={mayAsk && <AskButton />}
    />
  );
}
