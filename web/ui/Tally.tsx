import { formatVotes, resultSentence, shareTexts } from "@survey-app/contract/resultText.ts";
import { useId } from "react";
import * as uiTexts from "../texts/uiTexts.ts";
import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";

interface TallyProps {
  yes: number;
  total: number;
  /**
   * Small: one line and the bar, for tables. Card: small in a narrow container, else normal. Large: with the leader, for a
   * page's main survey.
   */
  size?: "small" | "card" | "normal" | "large";
  /** Voting has ended: no more votes are expected. */
  isOver?: boolean;
}

/** In px; the bar's ends are round, so that 2 px would hardly be visible. */
const LEAST_WIDTH = 4;

const heights = { small: 8, card: 8, normal: 10, large: 16 } as const;
const shareSizes = {
  small: "text-base",
  card: "text-base wide:text-xl",
  normal: "text-xl",
  large: "text-3xl",
} as const;
/** One line with word and share, or both below each other. */
const sideLayouts = {
  small: "flex items-baseline gap-1.5",
  card: "flex items-baseline gap-1 wide:block",
  normal: "",
  large: "",
} as const;

/**
 * The result: who leads, the share of Yes and No with their votes, and one bar split between both. It does not rely on
 * color: yes is solid with a check, no is hatched with a cross.
 */
export function Tally({ yes, total, size = "normal", isOver = false }: TallyProps) {
  const sentence = resultSentence(yes, total, isOver);
  const shares = total === 0 ? null : shareTexts(yes, total);
  return (
    <div className={classes("tabular-nums", size === "large" ? "space-y-4" : "space-y-2")}>
      {size === "large" && <p className="text-lg font-semibold">{sentence}</p>}
      {!shares && size !== "large" && <p className="text-sm text-muted">{sentence}</p>}
      {shares && (
        <dl className="grid grid-cols-2 gap-x-2 whitespace-nowrap">
          <Side kind="yes" share={shares.yes} votes={yes} size={size} />
          <Side kind="no" share={shares.no} votes={total - yes} size={size} />
        </dl>
      )}
      <TallyBar yes={yes} total={total} height={heights[size]} />
    </div>
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

/** The share in large type; the votes below it, except in tables and rows, which have them elsewhere. */
function Side({ kind, share, votes, size }: SideProps) {
  return (
    <div
      className={classes("min-w-0", kind === "yes" ? "text-yes" : "justify-end text-right text-no", sideLayouts[size])}
    >
      <dt
        className={classes(
          "inline-flex items-center gap-1.5 font-semibold",
          size === "large" ? "text-base" : "text-sm",
        )}
      >
        <Icon name={icons[kind]} size={size === "large" ? 18 : 14} /> {words[kind]}
      </dt>
      <dd className={classes("leading-tight font-bold", shareSizes[size])}>{share}</dd>
      {size !== "small" && (
        <dd className={classes("text-sm text-muted", size === "card" && "hidden wide:block")}>{formatVotes(votes)}</dd>
      )}
    </div>
  );
}
/** Geometry is set by SVG attributes: the content security policy allows no inline styles in the server's HTML. */
function TallyBar({ yes, total, height }: { yes: number; total: number; height: number }) {
  const hatch = useId();
  const share = (100 * yes) / total;
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block rounded-full bg-sunken">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-no" />
          <rect width="2" height="6" className="fill-ground" fillOpacity="0.45" />
        </pattern>
      </defs>
      {total > 0 && (
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
