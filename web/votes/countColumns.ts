import type { Totals } from "@survey-app/contract/surveys/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as participationTexts from "@survey-app/texts/participationTexts.ts";
import type { Column } from "../ui/Table.tsx";

/** Totals, and whether the survey offers Not sure, where that is known. */
type Counts = Totals & { unsure?: boolean };

/** A count; empty while it is hidden or where there is none, and then sorted as the lowest. */
const column = (title: string, countOf: (totals: Counts) => number | null): Column<Counts> => ({
  title,
  isNumber: true,
  inLine: "lastNamed",
  sortBy: (totals) => countOf(totals) ?? -1,
  cell: (totals) => {
    const count = countOf(totals);
    return count === null ? null : formatCount(count);
  },
});

/** The columns of a table for a survey's counts. */
export const countColumns: readonly Column<Counts>[] = [
  column(participationTexts.columns.yes, ({ yesVotes }) => yesVotes),
  column(participationTexts.columns.no, ({ noVotes }) => noVotes),
  // Yes and No together (specification §3.1): how many people are not sure stands after it.
  column(participationTexts.columns.total, ({ totalVotes, resultsVisible, resultsOpen }) =>
    // A survey that is not public doesn't have numbers.
    resultsVisible || resultsOpen !== null ? totalVotes : null,
  ),
  {
    ...column(participationTexts.columns.unsure, ({ unsure, unsureVotes }) => (unsure === false ? null : unsureVotes)),
    isNeeded: ({ unsureVotes }) => Boolean(unsureVotes),
  },
];
