import {
  COUNTS_FIRST_BELOW,
  describeOpening,
  describeResult,
  formatVotes,
  LINK_CLAIM,
  resultSentence,
  shareTexts,
  summarizeOpening,
} from "@survey-app/contract/results/resultText.ts";
import type { Survey, Totals } from "@survey-app/contract/surveys/surveys.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";
import { useTimeZone } from "./useTimeZone.ts";

interface TallyProps {
  /** `unsure`: the survey offers "Not sure". `electorate`: who can vote on it. */
  totals: Totals & Partial<Pick<Survey, "unsure" | "electorate">>;
  /**
   * Small: one line and the bar, for tables. Card: small in a narrow container, else normal. Large: with the leader, for a
   * page's main survey.
   */
  size?: "small" | "card" | "normal" | "large";
  /** Voting has ended: no more votes are expected. */
  isOver?: boolean;
  /** Stands in place of who won, where a rule says whether the survey has passed. */
  passedText?: ReactNode;
}

/** In px; the bar's ends are round, so that 2 px would hardly be visible. */
const LEAST_WIDTH = 4;

const heights = { small: 8, card: 8, normal: 10, large: 16 } as const;
/**
 * The result: who leads, the share of Yes and No with their votes, and one bar split between both; or when it appears, while
 * it is hidden. It does not rely on color: yes is solid with a check, no is hatched with a cross. By open link it says that nobody is verified,
 * wherever it stands.
 */
export function Tally({ totals, size = "normal", isOver = false, passedText }: TallyProps) {
  const { totalVotes, yesVotes } = totals;
  const isLarge = size === "large";
  const shares = yesVotes === null || totalVotes === 0 ? null : shareTexts(yesVotes, totalVotes);
  const countsFirst = size !== "small" && totalVotes < COUNTS_FIRST_BELOW;
  const headline = shares ? resultSentence(yesVotes ?? 0, totalVotes, isOver) : describeResult(totals, isOver);
  return (
    <div className={`tally tally-${size}`}>
      {isLarge && <p className="text-lg font-semibold">{passedText ?? headline}</p>}
      {!shares && yesVotes !== null && !isLarge && <p className="text-sm text-muted">{headline}</p>}
      {yesVotes === null && <Opening totals={totals} size={size} isOver={isOver} />}
      {shares && (
        <dl className="tally-sides">
          <Side kind="yes" share={shares.yes} votes={yesVotes ?? 0} {...{ size, countsFirst }} />
          <Side kind="no" share={shares.no} votes={totals.noVotes ?? 0} {...{ size, countsFirst }} />
        </dl>
      )}
      <TallyBar yes={yesVotes} total={totalVotes} height={heights[size]} />
      {totals.unsure && isLarge && <p className="text-sm text-muted">{aboutUnsure(totals, isOver)}</p>}
      {totals.electorate === "link" && <p className="text-sm whitespace-normal">{LINK_CLAIM}</p>}
    </div>
  );
}

const aboutUnsure = (totals: Totals, isOver: boolean) =>
  totals.totalVotes > 0 && totals.unsureVotes ? `${describeResult(totals, isOver)}.` : uiTexts.unsureApart;

/** In place of the shares: when the result appears. */
function Opening({
  totals,
  size,
  isOver,
}: Required<Pick<TallyProps, "totals" | "isOver">> & { size: keyof typeof heights }) {
  const zone = useTimeZone();
  const [whole, short] = [describeOpening, summarizeOpening].map((each) => each(totals, isOver, zone));
  return (
    <p className="tally-opening">
      {totals.resultsOpen !== "tooFewVotes" && <Icon name="clock" size={size === "large" ? 24 : 16} />}
      {size === "card" ? (
        <>
          <span className="wide:hidden">{short}</span>
          <span className="hidden wide:inline">{whole}</span>
        </>
      ) : (
        <span>{size === "small" ? short : whole}</span>
      )}
    </p>
  );
}

const words = { yes: uiTexts.yes, no: uiTexts.no } as const;
const icons = { yes: "check", no: "cross" } as const;

interface SideProps {
  kind: "yes" | "no";
  share: string;
  votes: number;
  size: keyof typeof heights;
  /** Few people voted. */
  countsFirst: boolean;
}

/**
 * The share in large type; the votes below it, except in tables and rows, which have them elsewhere. The other way around
 * for few votes.
 */
function Side({ kind, share, votes, size, countsFirst }: SideProps) {
  const [first, second] = countsFirst ? [formatVotes(votes), share] : [share, formatVotes(votes)];
  const [count, unit] = first.split(/(?= )/);
  return (
    <div className={classes("tally-side min-w-0", kind === "yes" ? "text-yes" : "justify-end text-end text-no")}>
      <dt
        className={classes(
          "inline-flex items-baseline font-semibold",
          size === "large" ? "gap-1.5 text-base" : "gap-1 text-sm",
        )}
      >
        {/* The word gives the baseline, not the icon. */}
        <span className="self-center">
          <Icon name={icons[kind]} size={size === "large" ? 18 : 14} />
        </span>{" "}
        {words[kind]}
      </dt>
      <dd className="tally-share">
        {/* Two large units would fill a narrow panel, and two of any size a row in the narrowest window (.tally-share). */}
        <span translate="no">{count}</span>
        <span className={size === "large" ? "text-lg" : undefined}>{unit}</span>
      </dd>
      {size !== "small" && (
        <dd className={classes("text-sm text-muted", size === "card" && "hidden wide:block")}>{second}</dd>
      )}
    </div>
  );
}

/** Geometry is set by SVG attributes: the content security policy allows no inline styles in the server's HTML. */
function TallyBar({ yes, total, height }: { yes: number | null; total: number; height: number }) {
  const hatch = useId();
  const share = (100 * (yes ?? 0)) / total;
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block rounded-full bg-sunken rtl:-scale-x-100">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-no" />
          <rect width="2" height="6" className="fill-ground" fillOpacity="0.45" />
        </pattern>
      </defs>
      {/* Votes whose answers are hidden. */}
      {yes === null && total > 0 && <rect width="100%" height={height} className="fill-line" />}
      {yes !== null && total > 0 && (
        <>
          <rect
            className="tally-part"
            x={`${share}%`}
            width={`${100 - share}%`}
            height={height}
            fill={`url(#${hatch})`}
          />
          <rect className="tally-part fill-yes" width={`${share}%`} height={height} />
          {yes > 0 && yes < total && (
            <>
              <rect
                className="tally-part fill-ground"
                x={`${share}%`}
                width="3"
                height={height}
                transform="translate(-1.5)"
              />
              {/* Both parts stay visible, however few votes they have. */}
              <rect className="fill-yes" width={LEAST_WIDTH} height={height} />
              <rect
                x="100%"
                width={LEAST_WIDTH}
                height={height}
                transform={`translate(-${LEAST_WIDTH})`}
                fill={`url(#${hatch})`}
              />
            </>
          )}
        </>
      )}
    </svg>
  );
}
