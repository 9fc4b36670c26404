import { YES } from "@survey-app/contract/votes.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { wordOf } from "./choices.ts";

/** A vote as word and icon; color only repeats them. */
export function VoteWord({ vote }: { vote: 0 | 1 }) {
  return (
    <span className={classes("inline-flex items-center gap-1.5 font-semibold", vote === YES ? "text-yes" : "text-no")}>
      <Icon name={vote === YES ? "check" : "cross"} size={16} /> {wordOf(vote)}
    </span>
  );
}
