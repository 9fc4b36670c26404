import { formatCount } from "@survey-app/texts/numbers.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";

interface WorkProgressProps {
  label: string;
  done: number;
  total: number;
}

/** Progress of a long operation: a bar and numbers. */
export function WorkProgress({ label, done, total }: WorkProgressProps) {
  return (
    <>
      <progress aria-label={label} value={total ? done / total : 0} max={1} className="h-2 w-32" />
      <span className="text-sm text-muted tabular-nums">{uiTexts.progress(formatCount(done), formatCount(total))}</span>
    </>
  );
}
