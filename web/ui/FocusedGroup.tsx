import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { takeFocus } from "./takeFocus.ts";

interface FocusedGroupProps {
  /** The ids of the elements in the group that say what happened, with spaces between. */
  labelledBy: string;
  /** False for what was there when the page opened. */
  takesFocus?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Replaces the part that had the focus, and takes the focus: screen readers say its name, and keyboard users go on from
 * here. It scrolls into view between the bar and the toasts.
 */
export function FocusedGroup({ labelledBy, takesFocus = true, className, children }: FocusedGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      ref={takesFocus ? takeFocus : null}
      role="group"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className={classes("scroll-mt-24 scroll-mb-44 outline-none", className)}
    >
      {children}
    </div>
  );
}
