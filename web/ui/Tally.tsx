import {
  describeOpening,
  describeResult,
  formatVotes,
  LINK_CLAIM,
  shareTexts,
  summarizeOpening,
} from "@survey-app/contract/results/resultText.ts";
import type { Survey, Totals } from "@survey-app/contract/surveys/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";
import { useTimeZone } from "./useTimeZone.ts";

interface TallyProps {
  /** `unsure`: the survey offers "Not sure". `electorate`: who can vote on it. */
  totals: Totals & Partial<Pick<Survey, "unsure" | "electorate">>;
  /**
   * Small: one line and the bar, for tables. Card: small in a narrow container, else normal. Large: with the leader,
   * for a page's main survey.
   */
  size?: "small" | "card" | "normal" | "large";
  /** Voting has ended: no more votes are expected. */
  isOver?: boolean;
  /**
   * Stands in place of who leads, in the large size: where a rule says whether the survey has passed. `null`: it stands
   * elsewhere.
   */
  headline?: ReactNode;
  /** The share that Yes needed, marked on the bar. */
  mark?: ReactNode;
}

/** In px; the bar's ends are round, so that 2 px would hardly be visible. */
const LEAST_WIDTH = 4;

const heights = { small: 8, card: 8, normal: 10, large: 20 } as const;
/**
 * The result: who leads, the votes for Yes and No with their shares, and one bar split between the answers; or when it
 * appears, while it is hidden. It does not rely on color: yes is solid with a check, no is hatched with a cross, not
 * sure is dotted. For an open link it says wherever it stands that voters aren't verified.
 */
export function Tally({ totals, size = "normal", isOver = false, headline, mark }: TallyProps) {
  const { totalVotes, yesVotes, unsureVotes } = totals;
  const isLarge = size === "large";
  const shares = yesVotes === null || totalVotes === 0 ? null : shareTexts(yesVotes, totalVotes);
  const isEmpty = !shares && yesVotes !== null;
  return (
    <div className={`tally tally-${size}`}>
      {(isLarge ? headline !== null : isEmpty) && (
        <p className={isLarge ? "text-lg font-semibold" : "text-sm text-muted"}>
          {headline ?? describeResult(totals, isOver)}
        </p>
      )}
      {yesVotes === null && <Opening totals={totals} size={size} isOver={isOver} />}
      {shares && (
        <dl className="tally-sides">
          <Side kind="yes" share={shares.yes} votes={yesVotes ?? 0} size={size} />
          <Side kind="no" share={shares.no} votes={totals.noVotes ?? 0} size={size} />
        </dl>
      )}
      <TallyBar yes={yesVotes} total={totalVotes} unsure={unsureVotes ?? 0} height={heights[size]} />
      {mark}
      {Boolean(unsureVotes) && size !== "small" && (
        <p className="tally-unsure">
          <Icon name="question" size={14} /> {uiTexts.unsure} {formatCount(unsureVotes ?? 0)}
        </p>
      )}
      {totals.unsure && isLarge && <p className="text-sm text-muted">{uiTexts.unsureApart}</p>}
      {totals.electorate === "link" && <p className="text-sm whitespace-normal">{LINK_CLAIM}</p>}
    </div>
  );
}

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
}

/**
 * The votes in large type, and their share below it: of few people a share looks more exact than it is. In tables the
 * share alone, because they have the votes elsewhere.
 */
function Side({ kind, share, votes, size }: SideProps) {
  const [count, unit] = (size === "small" ? share : formatVotes(votes)).split(/(?= )/);
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
        {/* Two large units fill a narrow panel, two of any size a row in the narrowest window (.tally-share). */}
        <span translate="no">{count}</span>
        <span className={size === "large" ? "text-lg" : undefined}>{unit}</span>
      </dd>
      {size !== "small" && (
        <dd className={classes("text-sm text-muted", size === "card" && "hidden wide:block")}>{share}</dd>
      )}
    </div>
  );
}

interface TallyBarProps {
  yes: number | null;
  /** Votes for Yes and No. */
  total: number;
  unsure: number;
  height: number;
}

/** SVG attributes set the geometry: our content security policy forbids inline styles in the server's HTML. */
function TallyBar({ yes, total, unsure, height }: TallyBarProps) {
  const pattern = useId();
  const all = total + (yes === null ? 0 : unsure);
  const [toYes, toUnsure] = [yes ?? 0, (yes ?? 0) + unsure].map((votes) => (100 * votes) / all) as [number, number];
  const part = (from: number, to: number, fill: string) => (
    <rect className="tally-part" x={`${from}%`} width={`${to - from}%`} height={height} fill={fill} />
  );
  const gap = (at: number) =>
    at > 0 &&
    at < 100 && (
      <rect className="tally-part fill-ground" x={`${at}%`} width="3" height={height} transform="translate(-1.5)" />
    );
  const [yesFill, noFill, unsureFill] = ["var(--color-yes)", `url(#${pattern})`, `url(#${pattern}u)`];
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block rounded-full bg-sunken rtl:-scale-x-100">
      <defs>
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-no" />
          <rect width="2" height="6" className="fill-ground" fillOpacity="0.45" />
        </pattern>
        {unsure > 0 && (
          <pattern id={`${pattern}u`} width="5" height="5" patternUnits="userSpaceOnUse">
            <circle cx="2.5" cy="2.5" r="1.75" className="fill-unsure" />
          </pattern>
        )}
      </defs>
      {/* Votes whose answers are hidden. */}
      {yes === null && total > 0 && <rect width="100%" height={height} className="fill-line" />}
      {yes !== null && all > 0 && (
        <>
          {part(toUnsure, 100, noFill)}
          {part(0, toYes, yesFill)}
          {unsure > 0 && part(toYes, toUnsure, unsureFill)}
          {gap(toYes)}
          {unsure > 0 && gap(toUnsure)}
          {/* Both parts stay visible, however few votes they have. */}
          {yes > 0 && <rect className="fill-yes" width={LEAST_WIDTH} height={height} />}
          {yes < total && (
            <rect x="100%" width={LEAST_WIDTH} height={height} transform={`translate(-${LEAST_WIDTH})`} fill={noFill} />
          )}
        </>
      )}
    </svg>
  );
}
