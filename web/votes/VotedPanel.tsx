import { type ReactNode, useId } from "react";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";

interface VotedPanelProps {
  /** The vote was cast just now on this page. */
  isNew: boolean;
  /** Why another answer was not stored. */
  failure?: ReactNode;
  /** The heading, which says what happened. */
  heading: ReactNode;
  children: ReactNode;
}

/** The panel in place of the vote form after a vote. */
export function VotedPanel({ isNew, failure, heading, children }: VotedPanelProps) {
  const id = useId();
  return (
    <FocusedGroup labelledBy={id} takesFocus={isNew} className="space-y-2">
      {failure}
      <h2 id={id} className="text-xl font-semibold">
        {heading}
      </h2>
      {children}
    </FocusedGroup>
  );
}
