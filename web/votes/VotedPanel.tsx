import { type ReactNode, useEffect, useRef } from "react";
import { focusLater } from "../ui/focusLater.ts";

interface VotedPanelProps {
  /** The vote was cast just now on this page. */
  isNew: boolean;
  /** Why another answer was not stored. */
  failure?: ReactNode;
  /** What happened. */
  heading: ReactNode;
  children: ReactNode;
}

/**
 * What the vote form turns into. After a vote its heading takes the focus, which screen readers then read once: the form is gone, and
 * keyboard users would otherwise restart at the top of the page. It scrolls into view above the toast.
 */
export function VotedPanel({ isNew, failure, heading, children }: VotedPanelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    // Until then Tab goes on from here.
    title.current?.closest("section")?.focus({ preventScroll: true });
    focusLater(title.current, { preventScroll: true });
    container.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  return (
    <div ref={container} className="scroll-mt-24 scroll-mb-44 space-y-2">
      {failure}
      <h2 ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
        {heading}
      </h2>
      {children}
    </div>
  );
}
