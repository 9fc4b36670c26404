import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface EmptyStateProps {
  title: string;
  titleId?: string;
  textId?: string;
  text: ReactNode;
  action?: ReactNode;
  level?: 1 | 2;
  /** Its picture and color (`styles.css`). */
  kind?: "empty" | "search" | "done" | "error" | "offline" | "lock";
}

/** Shown in place of an empty list: says what will appear, and what to do. */
export function EmptyState({ title, titleId, text, textId, action, level = 2, kind = "empty" }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    // In place of a page it begins where every page does.
    <div
      className={classes(
        "mx-auto flex max-w-form flex-col items-center gap-3 px-4 pb-14 text-center",
        level === 2 && "pt-14",
      )}
    >
      <div aria-hidden="true" className={`state-picture state-${kind} mb-3`} />
      <Heading
        id={titleId}
        tabIndex={level === 1 ? -1 : undefined}
        dir="auto"
        className={classes("wrap-anywhere", level === 1 ? "text-2xl" : "text-xl")}
      >
        {title}
      </Heading>
      <p id={textId} className="text-muted">
        {text}
      </p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
