import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";
import { Button } from "../ui/Button.tsx";

/** The well-known test card numbers and their outcomes. */
const cards = [
  { number: "4242 4242 4242 4242", effect: "charged" },
  { number: "4000 0000 0000 0002", effect: "declined" },
  { number: "4000 0000 0000 9995", effect: "noFunds" },
  { number: "4000 0025 0000 3155", effect: "secure" },
] as const;

interface TestCardsProps {
  isLocked: boolean;
  onChoose: (number: string) => void;
}

/** The sandbox's test cards; a click fills in the form. */
export function TestCards({ isLocked, onChoose }: TestCardsProps) {
  return (
    <section aria-label={paymentTexts.testCards.title} className="border-t border-line pt-5">
      <h3 className="text-base font-semibold">{paymentTexts.testCards.title}</h3>
      <ul className="divide-y divide-line">
        {cards.map(({ number, effect }) => (
          <li key={number} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <span translate="no" className="block font-medium tabular-nums">
                {number}
              </span>
              <span className="text-sm text-muted">{paymentTexts.testCards.outcomes[effect]}</span>
            </span>
            <Button
              look="quiet"
              small
              busy={isLocked}
              aria-label={paymentTexts.testCards.fillName[effect](number)}
              onClick={() => onChoose(number)}
            >
              {paymentTexts.testCards.fill}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
