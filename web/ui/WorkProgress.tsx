import { formatCount } from "./formatCount.ts";

interface WorkProgressProps {
  label: string;
  done: number;
  total: number;
  /** The total in words, where more is said than its number. */
  totalText?: string;
}

/** How far a work has come that takes a while: a bar, and the same in numbers. */
export function WorkProgress({ label, done, total, totalText = formatCount(total) }: WorkProgressProps) {
  return (
    <>
      <progress aria-label={label} value={total ? done / total : 0} max={1} className="h-2 w-32 accent-accent" />
      <span className="text-sm text-muted tabular-nums">
        {formatCount(done)} of {totalText}
      </span>
    </>
  );
}
