import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { takeFocus } from "../ui/takeFocus.ts";

interface PanelProps {
  icon: IconName;
  title: string;
  /** It takes the place of what was pressed. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** A message in place of the card form. */
export function Panel({ icon, title, takesFocus = false, children }: PanelProps) {
  return (
    <section
      ref={takesFocus ? takeFocus : null}
      aria-label={title}
      tabIndex={-1}
      className="max-w-form scroll-mt-24 outline-none space-y-5 rounded-2xl border border-line bg-surface p-6 sm:p-8"
    >
      <h2 className="flex items-center gap-3 text-xl">
        <span className="text-accent">
          <Icon name={icon} size={24} />
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
