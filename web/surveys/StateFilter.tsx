import { useUser } from "../session/useSession.ts";
import * as listingTexts from "../texts/listingTexts.ts";
import { classes } from "../ui/classes.ts";
import { type ListingFilter, listingAddress } from "./surveys.queries.ts";

/** Links to the listing's surveys in each state; only users have surveys that they have not voted on. */
export function StateFilter({ filter }: { filter: ListingFilter }) {
  const isVisitor = useUser() === null;
  const shown = isVisitor && filter.state === "unvoted" ? "open" : filter.state;
  const states = (["", "open", "ended", "unvoted"] as const).filter((state) => state !== "unvoted" || !isVisitor);
  return (
    <nav aria-label={listingTexts.statesLabel} className="flex flex-wrap gap-1.5">
      {states.map((state) => (
        <a
          key={state}
          href={listingAddress({ ...filter, state })}
          aria-current={state === shown || undefined}
          className={classes(
            "inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm font-semibold",
            state === shown ? "border-ink bg-ink text-on-ink" : "border-line-strong text-ink hover:bg-sunken",
          )}
        >
          {listingTexts.states[state]}
        </a>
      ))}
    </nav>
  );
}
