import { type ReactNode, useId } from "react";
import type { ButtonLook } from "./buttonLook.ts";
import { classes } from "./classes.ts";
import { LinkButton } from "./LinkButton.tsx";

interface OverviewSectionProps {
  title: string;
  /** The link to everything that the section summarizes; none without anything to summarize. */
  link?: { href: string; label: string; look?: ButtonLook } | false;
  /** Beside the link. */
  aside?: ReactNode;
  isCard?: boolean;
  children: ReactNode;
}

/** One section of a dashboard's overview. */
export function OverviewSection({ title, link, aside, isCard = false, children }: OverviewSectionProps) {
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
        <div className="ms-auto flex flex-wrap items-center gap-x-8 gap-y-2">
          {aside}
          {link && (
            <LinkButton look={link.look ?? "quiet"} small href={link.href}>
              {link.label}
            </LinkButton>
          )}
        </div>
      </div>
      {children}
    </section>
  );
}
