import { type ReactNode, useEffect, useRef } from "react";

interface VotedPanelProps {
  /** The vote was cast just now on this page. */
  isNew: boolean;
  children: ReactNode;
}

/**
 * What the vote form turns into. Moves the focus from the form that it replaces, because keyboard users would otherwise
 * restart at the top of the page, and scrolls into view above the toast.
 */
export function VotedPanel({ isNew, children }: VotedPanelProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    container.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  return (
    <div ref={container} tabIndex={-1} className="scroll-mt-24 scroll-mb-44 space-y-2 outline-none" role="status">
      {children}
    </div>
  );
}
