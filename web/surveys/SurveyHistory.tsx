import type { Survey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { serverNow } from "../api/api.ts";
import { useUser } from "../session/useSession.ts";
import { formatCount } from "../ui/formatCount.ts";
import { Icon } from "../ui/Icon.tsx";
import { cumulate, linePoints, type Standing, withNewest } from "./cumulate.ts";
import { surveyHistory } from "./surveys.queries.ts";

const lines = {
  yes: { word: "Yes", icon: "check", color: "text-yes", dashes: undefined },
  no: { word: "No", icon: "cross", color: "text-no", dashes: "7 5" },
} as const;
const kinds = ["yes", "no"] as const;

/** The number of votes by day: a chart and a table. Not shown for a single day. */
export function SurveyHistory({ survey }: { survey: Survey }) {
  const reader = useUser()?._id ?? null;
  const { data } = useQuery(surveyHistory(survey, reader));
  if (!data || data.length < 2) return null;
  const standings = cumulate(withNewest(data, survey, serverNow()));
  return (
    <section aria-labelledby="history" className="space-y-5">
      <h2 id="history" className="text-2xl">
        Votes over time
      </h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {kinds.map((kind) => (
          <LegendEntry key={kind} kind={kind} count={standings.at(-1)?.[kind] ?? 0} />
        ))}
      </ul>
      <Chart standings={standings} />
      <HistoryTable standings={standings} />
    </section>
  );
}

function LegendEntry({ kind, count }: { kind: "yes" | "no"; count: number }) {
  const { word, icon, color, dashes } = lines[kind];
  return (
    <li className={`inline-flex items-center gap-2 font-semibold tabular-nums ${color}`}>
      <svg aria-hidden="true" width="32" height="6">
        <path d="M0 3H32" stroke="currentColor" strokeWidth="2.5" strokeDasharray={dashes} />
      </svg>
      <Icon name={icon} size={16} /> {word} {formatCount(count)}
    </li>
  );
}

/** The chart stretches to its container; strokes and text keep their size. Yes is a solid line, no a dashed one. */
function Chart({ standings }: { standings: Standing[] }) {
  const first = standings[0];
  const last = standings.at(-1);
  if (!first || !last) return null;
  const top = Math.max(...standings.flatMap(({ yes, no }) => [yes, no]));
  const said = (at: Standing) => `${formatCount(at.yes)} yes and ${formatCount(at.no)} no on ${shownDay(at.day)}`;
  return (
    <div className="space-y-1.5 text-sm text-muted tabular-nums">
      <p aria-hidden="true">{formatCount(top)} votes</p>
      <svg
        role="img"
        aria-label={`Votes added up by day: from ${said(first)} to ${said(last)}.`}
        width="100%"
        height="220"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="block overflow-visible"
      >
        <path
          d="M0 0H100M0 50H100M0 100H100"
          className="stroke-line"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
        {kinds.map((kind) => (
          <path
            key={kind}
            d={pathOf(linePoints(standings, kind))}
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinejoin="round"
            strokeDasharray={lines[kind].dashes}
            vectorEffect="non-scaling-stroke"
            className={lines[kind].color}
          />
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between">
        <span>{shownDay(first.day)}</span>
        <span>{shownDay(last.day)}</span>
      </p>
    </div>
  );
}

function HistoryTable({ standings }: { standings: Standing[] }) {
  return (
    <details>
      <summary className="inline-block py-1 font-medium underline underline-offset-4">Show as table</summary>
      <section
        aria-label="Votes by day"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by Tab
        tabIndex={0}
        className="mt-3 max-h-96 max-w-lg overflow-y-auto"
      >
        <table className="w-full border-collapse text-right tabular-nums">
          <caption className="pb-2 text-left text-sm text-muted">Added up to the end of each day (UTC)</caption>
          <thead>
            <tr className="border-b border-line-strong text-sm text-muted">
              <th scope="col" className="py-2 pr-4 text-left font-semibold">
                Day
              </th>
              {["Yes", "No", "Total"].map((title) => (
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

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(2)} ${(100 - y).toFixed(2)}`).join("");
}

/** dd-mm-yyyy (spec §9). These are days in UTC, not times. */
const shownDay = (day: string) => day.split("-").reverse().join("-");
