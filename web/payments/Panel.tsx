import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/Icon.tsx";

interface PanelProps {
  icon: IconName;
  title: string;
  children: ReactNode;
}

/** A message in place of the card form. */
export function Panel({ icon, title, children }: PanelProps) {
  return (
    <section aria-label={title} className="max-w-xl space-y-5 rounded-2xl border border-line bg-surface p-6 sm:p-8">
      <h2 tabIndex={-1} className="flex items-center gap-3 text-xl outline-none">
        <span className="text-accent">
          <Icon name={icon} size={24} />
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
