import { shareTexts } from "@survey-app/contract/results/resultText.ts";
import { DAY_MS, isoTime } from "@survey-app/contract/text/time.ts";
import * as historyTexts from "@survey-app/texts/historyTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import { type PointerEvent, useState } from "react";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { dateTicks, dayAt, placeLabels, roundTicks } from "./chartGeometry.ts";
import { type CumulatedTotals, countOf, daySpan, leadChanges, linePoints, shownDay, totalsOn } from "./cumulate.ts";

/** The chart's height. All lengths are in pixels at the usual font size, and grow with the texts. */
const HEIGHT = 220;
/** Time runs as the language is read: then the latest day is on the left. */
const isRtl = directionOf(LANGUAGE) === "rtl";
/** A label is a line of text. */
const LABEL_GAP = 22;
/** The edge of the mark beside a label. */
const MARK_SIZE = 14;
/** The widest digit of the labels' font. */
const DIGIT_WIDTH = 9;

const lines = {
  yes: { word: historyTexts.yes, icon: "check", color: "text-yes", dashes: undefined },
  no: { word: historyTexts.no, icon: "cross", color: "text-no", dashes: "7 5" },
  unsure: { word: historyTexts.unsure, icon: "question", color: "text-unsure", dashes: "2 4" },
  voted: { word: historyTexts.voted, icon: "check", color: "text-ink", dashes: undefined },
} as const;
type Kind = keyof typeof lines;

/**
 * A line for each answer by number of votes, one line by share of yes, or while the results are hidden one by number of
 * people.
 */
export type HistoryView = "votes" | "share" | "turnout";

interface HistoryChartProps {
  standings: readonly CumulatedTotals[];
  view: HistoryView;
}

/**
 * Lines with their values at the end, and the values of the day that the pointer, a finger or the arrow keys choose.
 * Yes is a solid line, no a dashed one, not sure a dotted one. All geometry is in attributes: the content security
 * policy forbids inline styles.
 */
export function HistoryChart({ standings, view }: HistoryChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const span = daySpan(standings);
  const offset = Math.min(chosen ?? span, span);
  const chosenTotals = totalsOn(standings, offset);
  const choose = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, right, width } = currentTarget.getBoundingClientRect();
    setChosen(dayAt(isRtl ? right - clientX : clientX - left, width, span));
  };
  const scale = scaleOf(standings, view);
  const dayEnd = isoTime(`${chosenTotals.day}T00:00:00Z`, useTimeZone());
  return (
    <div className="space-y-3">
      <Readout totals={chosenTotals} kinds={view === "turnout" ? ["voted"] : kindsOf(standings)} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 pt-5 text-sm tabular-nums">
        <ValueAxis scale={scale} />
        <div
          className="relative touch-pan-y rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent"
          onPointerDown={choose}
          onPointerMove={choose}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setChosen(null)}
        >
          <Lines standings={standings} scale={scale} marked={chosenTotals} position={offset / span} />
          {/* The browser's own slider handles the keys, and the gestures of screen readers on phones. */}
          <input
            type="range"
            aria-label={historyTexts.slider}
            aria-valuetext={spoken(chosenTotals, view === "turnout")}
            min={0}
            max={span}
            value={offset}
            onChange={({ target }) => setChosen(Number(target.value))}
            onBlur={() => setChosen(null)}
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
        </div>
        <EndLabels totals={totalsOn(standings, span)} scale={scale} />
        <DateAxis standings={standings} span={span} />
      </div>
      <p className="text-sm text-muted print:hidden">{historyTexts.hint(dayEnd)}</p>
    </div>
  );
}

/** The scale of the chart: its lines, their heights and texts, and the numbers beside them. */
interface Scale {
  kinds: readonly Kind[];
  ticks: readonly number[];
  tickText: (tick: number) => string;
  /** From the lower edge, in percent of the chart's height. */
  heightOf: (kind: Kind, totals: CumulatedTotals) => number;
  endText: (kind: Kind, totals: CumulatedTotals) => string;
}

function scaleOf(standings: readonly CumulatedTotals[], view: HistoryView): Scale {
  if (view === "share") {
    return {
      kinds: ["yes"],
      ticks: [0, 25, 50, 75, 100],
      tickText: (tick) => percents.format(tick / 100),
      heightOf: (_, { yes, no }) => (100 * yes) / Math.max(1, yes + no),
      endText: (_, totals) => shareOfYes(totals),
    };
  }
  const kinds = view === "turnout" ? (["voted"] as const) : kindsOf(standings);
  const ticks = roundTicks(Math.max(...standings.flatMap((totals) => kinds.map((kind) => countOf(kind, totals)))));
  const top = ticks.at(-1) ?? 1;
  return {
    kinds,
    ticks: ticks.map((tick) => (100 * tick) / top),
    tickText: (tick) => short.format((tick * top) / 100),
    heightOf: (kind, totals) => (100 * countOf(kind, totals)) / top,
    endText: (kind, totals) => formatCount(countOf(kind, totals)),
  };
}

/** The answers that people gave; each has a line. */
const kindsOf = (standings: readonly CumulatedTotals[]): readonly Kind[] =>
  standings.some((totals) => countOf("unsure", totals) > 0) ? ["yes", "no", "unsure"] : ["yes", "no"];

interface LinesProps {
  standings: readonly CumulatedTotals[];
  scale: Scale;
  /** The day with a mark on each line, and its place from the first day (0) to the last (1). */
  marked: CumulatedTotals;
  position: number;
}

function Lines({ standings, scale: { kinds, ticks, heightOf }, marked, position }: LinesProps) {
  return (
    <svg aria-hidden="true" width="100%" height={rem(HEIGHT)} className="block overflow-visible">
      {ticks.map((tick) => (
        <line key={tick} x2="100%" y1={percent(1 - tick / 100)} y2={percent(1 - tick / 100)} className="stroke-line" />
      ))}
      {kinds[0] === "yes" && <LeadMarks standings={standings} />}
      {position < 1 && <line {...upright(position)} y2="100%" className="stroke-line-strong" />}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        overflow="visible"
      >
        {kinds.map((kind) => (
          <path
            key={kind}
            transform={isRtl ? "translate(100) scale(-1 1)" : undefined}
            d={pathOf(linePoints(standings, (totals) => heightOf(kind, totals)))}
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
      {kinds.map((kind) => (
        <circle
          key={kind}
          cx={across(position)}
          cy={percent(1 - heightOf(kind, marked) / 100)}
          r="5"
          strokeWidth="2"
          fill="currentColor"
          className={classes("stroke-ground", lines[kind].color)}
        />
      ))}
    </svg>
  );
}

/** A line on each day on which the lead changed, the last one with its words. */
function LeadMarks({ standings }: { standings: readonly CumulatedTotals[] }) {
  const span = daySpan(standings);
  const changes = leadChanges(standings);
  return changes.map(({ day, isYes }, index) => {
    const share = offsetOf(standings, day) / span;
    return (
      <g key={day}>
        <line {...upright(share)} y2="100%" className="stroke-line-strong" strokeDasharray="2 3" />
        {index === changes.length - 1 && (
          <text
            x={across(share)}
            y="-6"
            textAnchor={share < NEAR_EDGE ? "start" : share > 1 - NEAR_EDGE ? "end" : "middle"}
            className="fill-muted"
          >
            {historyTexts.lead(isYes)}
          </text>
        )}
      </g>
    );
  });
}

/** The totals of the chosen day, and what each line shows. Screen readers hear them as the slider's value. */
function Readout({ totals, kinds }: { totals: CumulatedTotals; kinds: readonly Kind[] }) {
  return (
    <p aria-hidden="true" className="flex flex-wrap items-center gap-x-6 gap-y-1 tabular-nums">
      <span className="inline-flex flex-wrap gap-x-4">
        <span className="font-semibold whitespace-nowrap">{shownDay(totals.day)}</span>
        {kinds[0] === "yes" && <span className="text-muted">{historyTexts.shareOfYes(shareOfYes(totals))}</span>}
      </span>
      <span className="inline-flex flex-wrap gap-x-5">
        {kinds.map((kind) => {
          const { word, icon, color, dashes } = lines[kind];
          return (
            <span key={kind} className={classes("inline-flex items-center gap-1.5 font-semibold", color)}>
              <svg aria-hidden="true" width="24" height="6">
                <path d="M0 3H24" stroke="currentColor" strokeWidth="2.5" strokeDasharray={dashes} />
              </svg>
              <Icon name={icon} size={16} /> {word} {formatCount(countOf(kind, totals))}
            </span>
          );
        })}
      </span>
    </p>
  );
}

/** Numbers beside the lines across the chart, in short form: 250K, 1.5M. */
function ValueAxis({ scale: { ticks, tickText } }: { scale: Scale }) {
  const width = Math.max(...ticks.map((tick) => tickText(tick).length)) * DIGIT_WIDTH;
  return (
    <svg aria-hidden="true" width={rem(width)} height={rem(HEIGHT)} className="overflow-visible fill-muted">
      {ticks.map((tick) => (
        <text key={tick} x={isRtl ? 0 : rem(width)} y={rem(toPx(tick))} dy="0.35em" textAnchor="end">
          {tickText(tick)}
        </text>
      ))}
    </svg>
  );
}

/** A word and a number at each line's end, in one line with its mark. */
function EndLabels({ totals, scale: { kinds, heightOf, endText } }: { totals: CumulatedTotals; scale: Scale }) {
  const ends = kinds.map((kind) => toPx(heightOf(kind, totals)));
  const places = placeLabels(ends, LABEL_GAP, HEIGHT);
  const labelOf = (kind: Kind) => `${lines[kind].word} ${endText(kind, totals)}`;
  const width = MARK_SIZE + 4 + Math.max(...kinds.map((kind) => labelOf(kind).length)) * DIGIT_WIDTH;
  return (
    <svg aria-hidden="true" width={rem(width)} height={rem(HEIGHT)} className="overflow-visible">
      {kinds.map((kind, index) => (
        <svg
          key={kind}
          aria-hidden="true"
          y={rem(places[index] ?? 0)}
          className={classes("overflow-visible font-semibold", lines[kind].color)}
        >
          <svg
            aria-hidden="true"
            x={rem(isRtl ? width - MARK_SIZE : 0)}
            y={rem(-MARK_SIZE / 2)}
            className="overflow-visible"
          >
            <Icon name={lines[kind].icon} size={MARK_SIZE} />
          </svg>
          <text x={rem(isRtl ? width - MARK_SIZE - 4 : MARK_SIZE + 4)} dy="0.35em" fill="currentColor">
            {labelOf(kind)}
          </text>
        </svg>
      ))}
    </svg>
  );
}

/** Dates below the chart; a phone and paper have room for the first and the last, with large texts in two lines. */
function DateAxis({ standings, span }: { standings: readonly CumulatedTotals[]; span: number }) {
  return (
    <div className="@container col-start-2">
      <svg aria-hidden="true" width="100%" className="block h-7.5 overflow-visible fill-muted @max-[10.5rem]:h-13">
        {dateTicks(span).map((day) => {
          const isEdge = day === 0 || day === span;
          return (
            <g key={day} className={isEdge ? undefined : "@max-[28rem]:hidden print:hidden"}>
              <line {...upright(day / span)} y1={rem(4)} y2={rem(9)} className="stroke-line-strong" />
              <text
                x={across(day / span)}
                y={rem(26)}
                textAnchor={day === 0 ? "start" : day === span ? "end" : "middle"}
                className={day === span ? "@max-[10.5rem]:translate-y-5" : undefined}
              >
                {shownDay(totalsOn(standings, day).day)}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** A share of the chart's width, within which words at its edge begin or end at their line. */
const NEAR_EDGE = 0.25;
const short = new Intl.NumberFormat(LANGUAGE, { notation: "compact" });
const percents = new Intl.NumberFormat(LANGUAGE, { style: "percent" });
/** A length in SVG attributes, given in pixels at the usual font size. */
const rem = (px: number) => `${px / 16}rem`;
const toPx = (height: number) => HEIGHT * (1 - height / 100);
const percent = (share: number) => `${100 * share}%`;
/** The place of a share of the time, from the left edge. */
const across = (share: number) => percent(isRtl ? 1 - share : share);
const upright = (share: number) => ({ x1: across(share), x2: across(share) });
const offsetOf = (standings: readonly CumulatedTotals[], day: string) =>
  (Date.parse(day) - Date.parse(standings[0]?.day ?? day)) / DAY_MS;
const shareOfYes = ({ yes, no }: CumulatedTotals) => shareTexts(yes, Math.max(1, yes + no)).yes;

function spoken(totals: CumulatedTotals, isTurnout: boolean): string {
  const day = shownDay(totals.day);
  return isTurnout
    ? historyTexts.turnout(day, totals.voted)
    : historyTexts.totals(day, totals.yes, totals.no, shareOfYes(totals));
}

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
}
