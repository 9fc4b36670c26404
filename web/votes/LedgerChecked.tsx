import type { Checked } from "@survey-app/contract/checkLedger.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { plural } from "../texts.ts";
import { formatCount } from "../ui/formatCount.ts";
import { Icon } from "../ui/Icon.tsx";
import { wordOf } from "./choices.ts";

/** A log that is right: the vote that a receipt is for, and what all votes make. */
export function LedgerChecked({ checked: { votes, yes, head, found } }: { checked: Checked }) {
  return (
    <div className="space-y-2 rounded-xl border border-yes/40 px-5 py-4">
      {found.map(({ n, vote, date }) => (
        <p key={n} className="flex gap-2 font-semibold">
          <Icon name="check" />
          <span>
            Your vote is there: vote {formatCount(n)}, {wordOf(vote)}, stored on {dayMonthYear(date, "UTC")}.
          </span>
        </p>
      ))}
      <p>
        {plural(votes, "vote")}, {formatCount(yes)} yes and {formatCount(votes - yes)} no: every row follows from the
        row before it, and they make the totals shown.
      </p>
      <p className="text-sm text-muted">
        Head of the log, to compare with others: <code className="wrap-anywhere">{head}</code>
      </p>
    </div>
  );
}
