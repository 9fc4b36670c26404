import { fractionOf, type PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { type Bounds, describeBounds, type ListNumbers } from "@survey-app/contract/results/bounds.ts";
import { shareWords } from "@survey-app/contract/results/passedText.ts";
import type { Totals } from "@survey-app/contract/surveys/surveys.ts";
import * as boundsTexts from "@survey-app/texts/boundsTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import { useId } from "react";

interface ResultBoundsProps {
  bounds: Bounds;
  survey: Totals;
  list: ListNumbers;
  /** When the survey passes; null without a rule. */
  rule: PassRule | null;
}

/** At the end of a survey for invited people: whether non-voters could have changed the result. */
export function ResultBounds({ bounds, survey, list, rule }: ResultBoundsProps) {
  const heading = useId();
  const { range, verdict, reason, list: counted } = describeBounds(bounds, survey, list, rule);
  return (
    <section aria-labelledby={heading} className="space-y-3 border-t border-line pt-4 print:space-y-1 print:pt-2">
      <h2 id={heading} className="text-base">
        {boundsTexts.title}
      </h2>
      {bounds.sides > 0 && bounds.silent > 0 && <BoundsBar bounds={bounds} survey={survey} rule={rule} />}
      <p className="text-sm">
        {boundsTexts.sentence(range, <strong className="font-semibold">{verdict}</strong>, reason)} {counted}
      </p>
    </section>
  );
}

const HEIGHT = 16;
/** The line for half reaches beyond the bar, in px. */
const OVERHANG = 5;

/** The line of a rule: its distance from the start, in percent, and the caption above it. */
export function lineOf(rule: PassRule | null): { share: number; text: string } {
  const [kind, written] = shareWords(rule ?? { share: "1/2" });
  const [p, q] = fractionOf(rule?.share ?? "1/2") ?? [1, 2];
  return { share: (100 * p) / q, text: kind === "half" ? boundsTexts.half : boundsTexts.needed(written) };
}

/**
 * Everyone invited who took a side or did not vote, as one bar with a line at the share that Yes needs. It does not
 * rely on color: yes is solid, no is hatched, non-voters are an empty frame. Where the line crosses the frame, the
 * result is not settled. The sentence says the same.
 */
function BoundsBar({
  bounds: { silent, sides, lowestYes, highestYes },
  survey,
  rule,
}: Omit<ResultBoundsProps, "list">) {
  const hatch = useId();
  const line = lineOf(rule);
  const percentOf = (people: number) => `${(100 * people) / sides}%`;
  const no = rule?.of === "answers" && survey.unsureVotes ? boundsTexts.noOrUnsure : boundsTexts.no;
  return (
    <div className="space-y-1 text-sm text-muted print:hidden">
      <Caption {...line} />
      {/* SVG attributes set the geometry: our content security policy forbids inline styles in the server's HTML. */}
      <svg aria-hidden="true" width="100%" height={HEIGHT + 2 * OVERHANG} className="block rtl:-scale-x-100">
        <defs>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" className="fill-no" />
            <rect width="2" height="6" className="fill-ground" fillOpacity="0.45" />
          </pattern>
        </defs>
        <rect y={OVERHANG} width="100%" height={HEIGHT} className="fill-sunken" />
        <rect y={OVERHANG} width={percentOf(lowestYes)} height={HEIGHT} className="fill-yes" />
        <rect
          x={percentOf(highestYes)}
          y={OVERHANG}
          width={percentOf(sides - highestYes)}
          height={HEIGHT}
          fill={`url(#${hatch})`}
        />
        <rect
          x={percentOf(lowestYes)}
          y={OVERHANG + 0.5}
          width={percentOf(silent)}
          height={HEIGHT - 1}
          className="fill-none stroke-line-strong"
          strokeDasharray="3 3"
        />
        <line
          x1={`${line.share}%`}
          x2={`${line.share}%`}
          y1="0"
          y2={HEIGHT + 2 * OVERHANG}
          className="stroke-ink"
          strokeWidth="2"
        />
      </svg>
      <p aria-hidden="true" className="flex flex-wrap justify-between gap-x-3 tabular-nums">
        <span>{boundsTexts.yes(formatCount(lowestYes))}</span>
        <span>{boundsTexts.silent(formatCount(silent))}</span>
        <span>{no(formatCount(sides - highestYes))}</span>
      </p>
    </div>
  );
}

/**
 * The distance from an end of the bar, in percent, within which the line's caption begins or ends at the line instead
 * of standing over it.
 */
const NEAR_END = 20;

/** The caption above the line. Empty SVGs make the room beside it, because their width isn't an inline style. */
export function Caption({ share, text }: { share: number; text: string }) {
  const room = (percent: number) => <svg width={`${percent}%`} height="1" className="shrink-0" />;
  if (share > 100 - NEAR_END)
    return (
      <p aria-hidden="true" className="flex justify-end text-end">
        <span>{text}</span>
        {room(100 - share)}
      </p>
    );
  return (
    <p aria-hidden="true" className="flex">
      {room(share)}
      <span className={share < NEAR_END ? undefined : "-translate-x-1/2 rtl:translate-x-1/2"}>{text}</span>
    </p>
  );
}
