import { formatCount } from "@survey-app/contract/formatCount.ts";
import * as historyTexts from "../texts/historyTexts.ts";
import { type CumulatedTotals, shownDay } from "./cumulate.ts";

const numbers = {
  yes: historyTexts.yes,
  no: historyTexts.no,
  voted: historyTexts.total,
} as const;

interface HistoryTableProps {
  standings: readonly CumulatedTotals[];
  /** The columns after the day. */
  kinds: readonly (keyof typeof numbers)[];
}

/** The chart's numbers as a table, folded away. */
export function HistoryTable({ standings, kinds }: HistoryTableProps) {
  return (
    <details className="print:hidden">
      <summary className="inline-block py-1 font-medium underline underline-offset-4">{historyTexts.showTable}</summary>
      <section
        aria-label={historyTexts.tableName}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by Tab
        tabIndex={0}
        className="mt-3 max-h-96 max-w-lg overflow-y-auto"
      >
        <table className="w-full border-collapse text-right tabular-nums">
          <caption className="pb-2 text-left text-sm text-muted">{historyTexts.tableCaption}</caption>
          <thead>
            <tr className="border-b border-line-strong text-sm text-muted">
              <th scope="col" className="py-2 pr-4 text-left font-semibold">
                {historyTexts.day}
              </th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className="py-2 pl-4 font-semibold">
                  {numbers[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.map(({ day, ...totals }) => (
              <tr key={day} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  <time dateTime={day}>{shownDay(day)}</time>
                </th>
                {kinds.map((kind) => (
                  <td key={kind} className="py-2 pl-4">
                    {formatCount(totals[kind])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
