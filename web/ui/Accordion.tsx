import { Icon } from "./Icon.tsx";

interface AccordionProps {
  /** Among items of the same name, only one is open at a time. */
  name: string;
  items: readonly { question: string; answer: string }[];
}

export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map(({ question, answer }, index) => (
        <details key={question} name={name} open={index === 0} className="group">
          <summary className="flex list-none items-center justify-between gap-4 py-3.5 text-lg sm:py-5 font-semibold">
            <h3 className="text-lg font-semibold">{question}</h3>
            <span className="text-muted transition-transform group-open:rotate-180">
              <Icon name="chevron" />
            </span>
          </summary>
          <p className="max-w-prose pb-4 text-muted sm:pb-6">{answer}</p>
        </details>
      ))}
    </div>
  );
}
