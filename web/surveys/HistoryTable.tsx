import { formatCount } from "@survey-app/contract/formatCount.ts";
import * as historyTexts from "../texts/historyTexts.ts";
import { type CumulatedTotals, shownDay } from "./cumulate.ts";

const numbers = [historyTexts.yes, historyTexts.no, historyTexts.total];

/** The chart's numbers as a table, folded away. */
export function HistoryTable({ standings }: { standings: readonly CumulatedTotals[] }) {
  return (
    <details>
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
              {numbers.map((title) => (
                <th key={title} scope="col" className="py-2 pl-4 font-semibold">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.map(({ day, yes, no }) => (
              <tr key={day} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  <time dateTime={day}>{shownDay(day)}</time>
                </th>
                <td className="py-2 pl-4">{formatCount(yes)}</td>
                <td className="py-2 pl-4">{formatCount(no)}</td>
                <td className="py-2 pl-4">{formatCount(yes + no)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
