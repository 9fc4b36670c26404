import { awaitsReview } from "@survey-app/contract/surveys/publication.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import { Button } from "../ui/Button.tsx";

interface ReviewStepsProps {
  /** The survey that is shown. */
  survey: Survey;
  list: readonly Survey[];
  onChoose: (survey: Survey) => void;
}

/** Leads to the previous and the next survey of the list that awaits review. */
export function ReviewSteps({ survey, list, onChoose }: ReviewStepsProps) {
  const waiting = list.filter(awaitsReview);
  const index = waiting.findIndex(({ _id }) => _id === survey._id);
  if (index < 0 || waiting.length < 2) return null;
  const step = (label: string, target: Survey | undefined) => (
    <Button look="quiet" small disabled={!target} onClick={() => target && onChoose(target)}>
      {label}
    </Button>
  );
  return (
    <div className="me-auto flex items-center gap-2">
      {step(reviewTexts.previous, waiting[index - 1])}
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        {reviewTexts.position(index + 1, waiting.length)}
      </span>
      {step(reviewTexts.next, waiting[index + 1])}
    </div>
  );
}
