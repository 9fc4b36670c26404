import { formatCount } from "@survey-app/contract/formatCount.ts";
import * as participationTexts from "../texts/participationTexts.ts";
import type { Column } from "../ui/Table.tsx";

interface Counts {
  yesVotes: number;
  noVotes: number;
  totalVotes: number;
}

const column = (title: string, sortBy: (counts: Counts) => number): Column<Counts> => ({
  title,
  isNumber: true,
  inLine: "lastNamed",
  sortBy,
  cell: (counts) => formatCount(sortBy(counts)),
});

/** The columns of a table for a survey's counts. */
export const countColumns: readonly Column<Counts>[] = [
  column(participationTexts.columns.yes, ({ yesVotes }) => yesVotes),
  column(participationTexts.columns.no, ({ noVotes }) => noVotes),
  column(participationTexts.columns.total, ({ totalVotes }) => totalVotes),
];
