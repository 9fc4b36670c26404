import { type ReactNode, useId } from "react";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";

interface VotedPanelProps {
  /** The vote was cast just now on this page. */
  isNew: boolean;
  /** Why another answer was not stored. */
  failure?: ReactNode;
  /** The heading, which says what happened. */
  heading: ReactNode;
  /** The answer whose color the heading has; without it the panel doesn't tell how the person voted. */
  side?: "yes" | "no" | "unsure";
  children: ReactNode;
}

/** The panel in place of the vote form after a vote. Its heading looks like the chosen answer, filled. */
export function VotedPanel({ isNew, failure, heading, side, children }: VotedPanelProps) {
  const id = useId();
  return (
    <FocusedGroup labelledBy={id} takesFocus={isNew} className="space-y-3">
      {failure}
      <h2 id={id} data-side={side} data-new={isNew || undefined} className="voted text-xl font-semibold">
        {heading}
      </h2>
      {children}
    </FocusedGroup>
  );
}
