import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { choiceOf } from "./choices.ts";

const colors = { yes: "text-yes", no: "text-no", unsure: "text-muted" } as const;

interface VoteWordProps {
  vote: Answer;
  /** A script writes the word, once there is such a vote (`web/linkVoting/laterTexts.ts`). */
  isLater?: boolean;
}

/** A vote as word and icon; color only repeats them. */
export function VoteWord({ vote, isLater = false }: VoteWordProps) {
  const { label, icon, tone } = choiceOf(vote);
  return (
    // Within the line: beside a box, Orca reads "You votedYes".
    <span className={classes("font-semibold whitespace-nowrap", colors[tone])}>
      <span className="inline-block align-[-0.125em]">
        <Icon name={icon} size={16} />
      </span>{" "}
      {isLater ? <span data-text={label} /> : label}
    </span>
  );
}
