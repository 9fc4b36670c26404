import type { ReactNode } from "react";
import * as paymentTexts from "../texts/paymentTexts.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";

interface PlanCardProps {
  name: string;
  price: string;
  text: string;
  gives: readonly string[];
  /** This is the user's current plan. */
  isOwn: boolean;
  /** The link or button that selects the plan. */
  action: ReactNode;
}

/** One plan: its price and what it includes. */
export function PlanCard({ name, price, text, gives, isOwn, action }: PlanCardProps) {
  return (
    <section
      aria-label={name}
      className={classes(
        "flex flex-col gap-6 rounded-2xl border bg-surface p-6 sm:p-8",
        isOwn ? "border-accent ring-1 ring-accent" : "border-line",
      )}
    >
      <div className="space-y-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">{name}</h2>
          {isOwn && (
            <span className="inline-flex items-center gap-1.5 rounded-lg bg-accent-soft px-2.5 py-1 text-sm font-medium text-accent">
              <Icon name="check" size={16} /> {paymentTexts.yours}
            </span>
          )}
        </div>
        <p className="text-2xl font-bold tabular-nums">{price}</p>
        <p className="text-muted">{text}</p>
      </div>
      <ul className="space-y-3 border-t border-line pt-6">
        {gives.map((each) => (
          <li key={each} className="flex gap-3">
            <span className="mt-0.5 text-yes">
              <Icon name="check" />
            </span>
            {each}
          </li>
        ))}
      </ul>
      <div className="mt-auto">{action}</div>
    </section>
  );
}
