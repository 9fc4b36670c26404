import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

interface OverviewSectionProps {
  title: string;
  /** Beside the title: usually the link to everything that the section summarizes. */
  aside: ReactNode;
  isCard?: boolean;
  children: ReactNode;
}

/** One section of a dashboard's overview. */
export function OverviewSection({ title, aside, isCard = false, children }: OverviewSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classes("space-y-4", isCard && "rounded-2xl border border-line bg-surface p-5")}
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
