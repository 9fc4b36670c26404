import { shareTexts } from "@survey-app/contract/results/resultText.ts";
import type { SeriesSurvey } from "@survey-app/contract/surveys/series.ts";
import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import { useId } from "react";
import { classes } from "../ui/classes.ts";
import { Day } from "../ui/Day.tsx";

const HEIGHT = 120;
/**
 * The number of days that fit below the columns: on a phone, and elsewhere. Of more, only the first and the last are
 * named.
 */
const DAYS_MAX = { phone: 3, desktop: 8 };

/** The share of Yes each time, as columns; only of final results that everyone may see. There must be two. */
export function SeriesTrend({ surveys }: { surveys: readonly SeriesSurvey[] }) {
  const heading = useId();
  const columns = surveys.flatMap(({ _id, closedAt, yesVotes, totalVotes }) =>
    closedAt === null || yesVotes === null || totalVotes === 0
      ? []
      : [
          {
            _id,
            closedAt,
            share: yesVotes / totalVotes,
            text: shareTexts(yesVotes, totalVotes).yes,
          },
        ],
  );
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || first === last) return null;
  const width = 100 / columns.length;
  const fits = { phone: columns.length <= DAYS_MAX.phone, desktop: columns.length <= DAYS_MAX.desktop };
  return (
    <section aria-labelledby={heading} className="space-y-3">
      <h2 id={heading} className="text-lg">
        {seriesTexts.trend}
      </h2>
      {/* The list below has the same numbers. SVG attributes set the geometry: our policy forbids inline styles. */}
      <svg aria-hidden="true" width="100%" height={HEIGHT} className="block rtl:-scale-x-100">
        <line x1="0" x2="100%" y1={HEIGHT / 2} y2={HEIGHT / 2} className="stroke-line-strong" strokeDasharray="3 3" />
        {columns.map(({ _id, share }, index) => (
          <rect
            key={_id}
            x={`${index * width + width / 5}%`}
            y={HEIGHT * (1 - share)}
            width={`${(3 * width) / 5}%`}
            height={Math.max(HEIGHT * share, 1)}
            className="fill-yes"
          />
        ))}
        <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} className="stroke-line-strong" />
      </svg>
      <ol className="flex text-center text-sm tabular-nums">
        {columns.map(({ _id, closedAt, text }) => (
          <li key={_id} className="min-w-0 flex-1">
            <strong className="block font-semibold text-yes">{text}</strong>
            <span className={classes("text-muted", !fits.desktop ? "sr-only" : !fits.phone && "max-sm:sr-only")}>
              <Day at={closedAt} />
            </span>
          </li>
        ))}
      </ol>
      {!fits.phone && (
        <p
          aria-hidden="true"
          className={classes("flex justify-between text-sm text-muted", fits.desktop && "sm:hidden")}
        >
          <Day at={first.closedAt} />
          <Day at={last.closedAt} />
        </p>
      )}
    </section>
  );
}
