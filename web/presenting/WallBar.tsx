import { fractionOf, type PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { shareWords } from "@survey-app/contract/results/passedText.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useId } from "react";

interface WallBarProps {
  yes: number;
  no: number;
  unsure: number;
  rule: PassRule | null | undefined;
}

/** Both parts stay visible, however few votes they have: in percent of the bar. */
const LEAST_PERCENT = 0.6;

/**
 * A bar split between Yes and No, with Not sure between them, on which a rule, or a tie, marks the share that decides.
 * SVG, because the server's HTML doesn't contain inline styles.
 */
export function WallBar({ yes, no, unsure, rule }: WallBarProps) {
  const hatch = useId();
  const total = yes + no + unsure;
  const between = (100 * unsure) / total;
  const exact = (100 * yes) / total;
  const most = 100 - between - LEAST_PERCENT;
  const share = yes === 0 || no === 0 ? exact : Math.min(most, Math.max(LEAST_PERCENT, exact));
  const mark = markOf({ yes, no, unsure, rule });
  return (
    <div className="wall-bar rtl:-scale-x-100" data-marked={mark ? "" : undefined}>
      <svg aria-hidden="true" className="wall-split">
        <defs>
          <pattern id={hatch} width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="14" height="14" className="fill-no" />
            <rect width="4" height="14" className="fill-ground" fillOpacity="0.45" />
          </pattern>
          <pattern id={`${hatch}u`} width="12" height="12" patternUnits="userSpaceOnUse">
            <circle cx="6" cy="6" r="4" className="fill-unsure" />
          </pattern>
        </defs>
        {total > 0 && (
          <>
            <rect x={`${share + between}%`} width={`${100 - share - between}%`} height="100%" fill={`url(#${hatch})`} />
            {unsure > 0 && <rect x={`${share}%`} width={`${between}%`} height="100%" fill={`url(#${hatch}u)`} />}
            <rect width={`${share}%`} height="100%" className="fill-yes" />
            {yes > 0 && no > 0 && (
              <rect x={`${share}%`} width="6" height="100%" transform="translate(-3)" className="fill-ground" />
            )}
          </>
        )}
      </svg>
      {mark && (
        <svg aria-hidden="true" className="wall-marks">
          <line x1={`${mark.percent}%`} x2={`${mark.percent}%`} y2="100%" strokeWidth="3" className="stroke-ink" />
          <text x={`${mark.percent}%`} y="100%" dy="1.2em" textAnchor="middle" className="wall-mark rtl:-scale-x-100">
            {mark.word}
          </text>
        </svg>
      )}
    </div>
  );
}

/** The place of the bar's mark, and the word for it; null without a rule or a tie, and where everyone must say Yes. */
function markOf({ yes, no, unsure, rule }: WallBarProps): { percent: number; word: string } | null {
  // The bar also has those who are not sure. The share of a rule can be one of Yes and No alone, and a tie's is.
  const sides = (yes + no) / (yes + no + unsure);
  if (rule) {
    const [numerator, denominator] = fractionOf(rule.share) ?? [1, 2];
    const [kind, written] = shareWords(rule);
    const percent = (100 * numerator) / denominator;
    const place = rule.of === "sides" ? percent * sides : percent;
    return percent < 100 ? { percent: place, word: kind === "half" ? shareTexts.half : written } : null;
  }
  return yes === no && yes > 0 ? { percent: 50 * sides, word: shareTexts.half } : null;
}
