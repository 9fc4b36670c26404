import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** One section of a page: separated by a thin line; a card on a phone. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-5 border-line max-sm:rounded-2xl max-sm:border max-sm:bg-surface max-sm:p-5 sm:border-t sm:py-8 print:gap-2 print:py-3"
    >
      <div className="space-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
