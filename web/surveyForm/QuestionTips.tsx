import * as questionTexts from "@survey-app/texts/questionTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { UserText } from "../ui/UserText.tsx";
import type { QuestionTip } from "./useQuestionTips.ts";

interface QuestionTipsProps {
  /** Null before the first check. */
  tips: readonly QuestionTip[] | null;
  onDismiss: (id: string) => void;
}

/**
 * The most serious tip about the question, below its field; without one, nothing. Screen readers read it when they
 * pause.
 */
export function QuestionTips({ tips, onDismiss }: QuestionTipsProps) {
  const [tip] = tips ?? [];
  const others = (tips?.length ?? 0) - 1;
  return (
    // Here from the start, because screen readers ignore regions that are added later.
    <section
      aria-label={questionTexts.label}
      className={tip && "flex items-start justify-between gap-2 rounded-xl bg-sunken py-2.5 ps-4 pe-2 text-sm"}
    >
      <p role="status" className="min-w-0">
        {tip && <TipText tip={tip} />}
        {others > 0 && <span className="text-muted"> {questionTexts.more(others)}</span>}
      </p>
      {tip && (
        <Button look="plain" small aria-label={questionTexts.dismiss} onClick={() => onDismiss(tip.id)}>
          <Icon name="cross" size={16} />
        </Button>
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
      className="line-clamp-2 font-semibold sm:line-clamp-1 underline underline-offset-4"
    >
      <UserText of={tip.survey} /> <span className="sr-only">{questionTexts.newTab}</span>
    </a>,
  );
}
