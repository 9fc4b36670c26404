import type { Totals } from "@survey-app/contract/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as participationTexts from "@survey-app/texts/participationTexts.ts";
import type { Column } from "../ui/Table.tsx";

/** A count; empty while it is hidden, and then sorted as the lowest. */
const column = (title: string, countOf: (totals: Totals) => number | null): Column<Totals> => ({
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
export const countColumns: readonly Column<Totals>[] = [
  column(participationTexts.columns.yes, ({ yesVotes }) => yesVotes),
  column(participationTexts.columns.no, ({ noVotes }) => noVotes),
  {
    ...column(participationTexts.columns.unsure, ({ unsureVotes }) => unsureVotes),
    isNeeded: ({ unsureVotes }) => Boolean(unsureVotes),
  },
  column(participationTexts.columns.total, ({ participants, resultsVisible, resultsOpen }) =>
    // A survey that is not public has no numbers.
    resultsVisible || resultsOpen !== null ? participants : null,
  ),
];
