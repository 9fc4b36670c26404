import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface EmptyStateProps {
  title: string;
  text: string;
  action?: ReactNode;
  level?: 1 | 2;
}

/** Shown in place of an empty list: says what will appear, and what to do. */
export function EmptyState({ title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-14 text-center">
      <svg aria-hidden="true" width="96" height="12" className="mb-3 rounded-full">
        <rect width="56" height="12" className="fill-line" />
        <rect x="60" width="36" height="12" className="fill-line" />
      </svg>
      <Heading
        tabIndex={level === 1 ? -1 : undefined}
        dir="auto"
        className={classes("wrap-anywhere", level === 1 ? "text-2xl" : "text-xl")}
      >
        {title}
      </Heading>
      <p className="text-muted">{text}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
