import * as paymentTexts from "../texts/paymentTexts.ts";
import { Button } from "../ui/Button.tsx";

/** The well-known test card numbers and their outcomes. */
const cards = [
  { number: "4242 4242 4242 4242", what: paymentTexts.testCards.charged },
  { number: "4000 0000 0000 0002", what: paymentTexts.testCards.declined },
  { number: "4000 0000 0000 9995", what: paymentTexts.testCards.noFunds },
  { number: "4000 0025 0000 3155", what: paymentTexts.testCards.secure },
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
        {cards.map(({ number, what }) => (
          <li key={number} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block font-medium tabular-nums">{number}</span>
              <span className="text-sm text-muted">{what}</span>
            </span>
            <Button
              look="quiet"
              small
              busy={isLocked}
              aria-label={paymentTexts.testCards.fillCard(number, what)}
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
