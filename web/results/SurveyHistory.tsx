import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as historyTexts from "@survey-app/texts/historyTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../api/api.ts";
import { useUser } from "../session/useSession.ts";
import { surveyHistory } from "../surveys/surveys.queries.ts";
import { Button } from "../ui/Button.tsx";
import { type CumulatedTotals, cumulate, shownDay, withNewest } from "./cumulate.ts";
import { HistoryChart, type HistoryView } from "./HistoryChart.tsx";

/** With fewer votes, a single one would move the lines too much. */
const LEAST_VOTES = 10;

/**
 * The cumulated votes by day, as a chart and a table; while the results are hidden, only how many people voted. Shown
 * from ten votes on, if they are of more than one day.
 */
export function SurveyHistory({ survey }: { survey: Survey }) {
  const reader = useUser()?._id ?? null;
  const [chosenView, setView] = useState<HistoryView>("votes");
  const view = survey.resultsVisible ? chosenView : "turnout";
  const isShown = survey.privacy === "named" && survey.participants >= LEAST_VOTES;
  const { data } = useQuery({ ...surveyHistory(survey, reader), enabled: isShown });
  const days = data && withNewest(data, survey, serverNow());
  if (!days || !isShown || days.length < 2) return null;
  const standings = cumulate(days);
  return (
    <section aria-labelledby="history" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="history" className="text-2xl">
          {historyTexts.heading}
        </h2>
        {view !== "turnout" && (
          <fieldset className="flex gap-1.5">
            <legend className="sr-only">{historyTexts.view}</legend>
            {(["votes", "share"] as const).map((each) => (
              <Button key={each} look="chip" small aria-pressed={each === view} onClick={() => setView(each)}>
                {historyTexts.views[each]}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      <HistoryChart standings={standings} view={view} />
      <HistoryTable standings={standings} kinds={view === "turnout" ? ["voted"] : ["yes", "no", "voted"]} />
    </section>
  );
}

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
function HistoryTable({ standings, kinds }: HistoryTableProps) {
  return (
    <details className="print:hidden">
      <summary className="inline-block py-1 font-medium underline underline-offset-4">{historyTexts.showTable}</summary>
      <section
        aria-label={historyTexts.tableName}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by Tab
        tabIndex={0}
        className="mt-3 max-h-96 max-w-form overflow-y-auto"
      >
        <table className="w-full border-collapse text-end tabular-nums">
          <caption className="pb-2 text-start text-sm text-muted">{historyTexts.tableCaption}</caption>
          <thead>
            <tr className="border-b border-line-strong text-sm text-muted">
              <th scope="col" className="py-2 pe-4 text-start font-semibold">
                {historyTexts.day}
              </th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className="py-2 ps-4 font-semibold">
                  {numbers[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.map(({ day, ...totals }) => (
              <tr key={day} className="border-b border-line">
                <th scope="row" className="py-2 pe-4 text-start font-normal">
                  <time dateTime={day}>{shownDay(day)}</time>
                </th>
                {kinds.map((kind) => (
                  <td key={kind} translate="no" className="py-2 ps-4">
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
