import { useId } from "react";
import { classes } from "./classes.ts";
import { formatCount } from "./formatCount.ts";
import { Icon } from "./Icon.tsx";
import { shareTexts, tallySentence } from "./tallySentence.ts";

interface TallyProps {
  yes: number;
  total: number;
  /** Small: for tables, where the numbers have their own columns. */
  size?: "small" | "normal" | "large";
  /** Omits the sentence where the context already says it. */
  sentence?: boolean;
  /** Voting has ended: no more votes are expected. */
  isOver?: boolean;
}

/** In px; the bar's ends are round, so that 2 px would hardly be visible. */
const LEAST_WIDTH = 4;

const heights = { small: 8, normal: 10, large: 20 } as const;

/**
 * One bar, split between yes and no, with both numbers, their shares and a sentence. It does not rely on color: yes is
 * solid with a check, no is hatched with a cross.
 */
export function Tally({ yes, total, size = "normal", sentence = true, isOver = false }: TallyProps) {
  const shares = total === 0 ? null : shareTexts(yes, total);
  const isLarge = size === "large";
  const isSmall = size === "small";
  return (
    <div className={classes("tabular-nums", isLarge ? "space-y-3" : "space-y-1.5")}>
      <div
        className={classes(
          "flex items-center justify-between gap-x-3 font-semibold",
          isLarge ? "flex-wrap min-[22rem]:text-lg sm:text-xl" : "text-sm",
        )}
      >
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-yes">
          <Icon name="check" size={isLarge ? 22 : 16} /> Yes {!isSmall && formatCount(yes)}{" "}
          {shares && <Share text={shares.yes} />}
        </span>
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-no">
          {shares && <Share text={shares.no} />} No {!isSmall && formatCount(total - yes)}{" "}
          <Icon name="cross" size={isLarge ? 22 : 16} />
        </span>
      </div>
      <TallyBar yes={yes} total={total} height={heights[size]} />
      {sentence && (
        <p className={classes("text-muted", isLarge ? "text-base" : "text-sm")}>{tallySentence(yes, total, isOver)}</p>
      )}
    </div>
  );
}

function Share({ text }: { text: string }) {
  return <span className="font-normal text-muted">{text}</span>;
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
