import * as askTexts from "@survey-app/texts/askTexts.ts";
import { Button } from "../ui/Button.tsx";

interface OfferedQuestionProps {
  hasOwn: boolean;
  onTake: () => void;
  onDrop: () => void;
}

/**
 * Asks whether to go on with a question that was typed before signing in. It isn't shown: another person may have typed
 * it.
 */
export function OfferedQuestion({ hasOwn, onTake, onDrop }: OfferedQuestionProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-xl bg-accent-soft px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p>{askTexts.offer.text}</p>
        {hasOwn && <p className="text-muted">{askTexts.offer.replaces}</p>}
      </div>
      <Button look="quiet" small onClick={onTake}>
        {askTexts.offer.take}
      </Button>
      <Button look="plain" small onClick={onDrop}>
        {askTexts.offer.drop}
      </Button>
    </div>
  );
}
