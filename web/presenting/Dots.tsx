import { memo } from "react";
import { dotSize } from "./dots.ts";

interface DotsProps {
  count: number;
  /** The number of all votes, which decides the size of a dot. */
  of: number;
  side?: "yes" | "no" | "unsure";
}

/** One dot for each vote. The numbers beside them say the same. */
export const Dots = memo(function Dots({ count, of, side }: DotsProps) {
  return (
    <div aria-hidden="true" className="wall-dots" data-count={dotSize(of)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a vote has nothing that tells it from another
        <span key={index} data-side={side} />
      ))}
    </div>
  );
});
