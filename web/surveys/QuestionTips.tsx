import * as questionTexts from "../texts/questionTexts.ts";
import { Button } from "../ui/Button.tsx";
import { UserText } from "../ui/UserText.tsx";
import type { QuestionTip } from "./useQuestionTips.ts";

interface QuestionTipsProps {
  /** Null before the first check. */
  tips: readonly QuestionTip[] | null;
  onDismiss: (id: string) => void;
}

/**
 * The most serious tip about the question, below its field. Only one is shown, in a place of constant height, so that nothing
 * moves while people write; screen readers read it when they pause.
 */
export function QuestionTips({ tips, onDismiss }: QuestionTipsProps) {
  const [tip] = tips ?? [];
  const others = (tips?.length ?? 0) - 1;
  return (
    <section
      aria-label={questionTexts.label}
      className="flex min-h-36 flex-col justify-between gap-2 rounded-xl bg-sunken px-4 py-3 text-sm sm:min-h-24"
    >
      <p role="status" className={tip ? undefined : "text-muted"}>
        {tip ? <TipText tip={tip} /> : tips ? questionTexts.fine : questionTexts.idle}
      </p>
      {tip && (
        <div className="flex items-center gap-3">
          <Button look="quiet" small aria-label={questionTexts.dismissName} onClick={() => onDismiss(tip.id)}>
            {questionTexts.dismiss}
          </Button>
          {others > 0 && <span className="text-muted">{questionTexts.more(others)}</span>}
        </div>
      )}
    </section>
  );
}

function TipText({ tip }: { tip: QuestionTip }) {
  if (!("survey" in tip)) return questionTexts.flaws[tip.id];
  return questionTexts.similar(
    <a
      href={`/surveydetails/${tip.survey._id}`}
      target="_blank"
      rel="noopener"
      className="line-clamp-2 font-semibold underline underline-offset-4"
    >
      <UserText>{tip.survey.Title}</UserText> <span className="sr-only">{questionTexts.newTab}</span>
    </a>,
  );
}
