import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  text?: string;
  /** Of its heading; 3 within a part of a page that has a heading of its own. */
  level?: 2 | 3;
  children: ReactNode;
}

/** One section of a page: separated by a thin line; a card on a phone. */
export function Section({ title, text, level = 2, children }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-5 border-line max-sm:rounded-2xl max-sm:border max-sm:bg-surface max-sm:p-card sm:border-t sm:py-8 print:gap-2 print:py-3"
    >
      <div className="space-y-1">
        <Heading id={id} className={level === 2 ? "text-xl" : "text-lg"}>
          {title}
        </Heading>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
