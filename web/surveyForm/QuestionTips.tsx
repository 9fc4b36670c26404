import * as questionTexts from "@survey-app/texts/questionTexts.ts";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
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
      className={classes(
        "flex min-h-26 items-start justify-between gap-2 rounded-xl bg-sunken py-2.5 ps-4 pe-2 text-sm sm:min-h-17",
        !tip && "text-muted",
      )}
    >
      <p role="status" className="min-w-0">
        {tip ? <TipText tip={tip} /> : tips ? questionTexts.fine : questionTexts.idle}
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
