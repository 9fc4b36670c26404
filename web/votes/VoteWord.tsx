import type { Answer } from "@survey-app/contract/ledger.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { choiceOf } from "./choices.ts";

const colors = { yes: "text-yes", no: "text-no", unsure: "text-muted" } as const;

/** A vote as word and icon; color only repeats them. */
export function VoteWord({ vote }: { vote: Answer }) {
  const { label, icon, tone } = choiceOf(vote);
  return (
    <span className={classes("inline-flex items-baseline gap-1.5 font-semibold whitespace-nowrap", colors[tone])}>
      {/* The word gives the baseline, not the icon. */}
      <span className="self-center">
        <Icon name={icon} size={16} />
      </span>{" "}
      {label}
    </span>
  );
}
