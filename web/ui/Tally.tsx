import { useId } from "react";
import { classes } from "./classes.ts";
import { formatCount } from "./formatCount.ts";
import { Icon } from "./Icon.tsx";
import { tallySentence } from "./tallySentence.ts";

interface TallyProps {
  yes: number;
  total: number;
  /** Small: for tables, where the numbers have columns of their own. */
  size?: "small" | "normal" | "large";
  /** Leaves the sentence out where the place already says it. */
  sentence?: boolean;
}

const heights = { small: 8, normal: 10, large: 20 } as const;

/**
 * The product's signature: one bar, split between yes and no, with both numbers, their shares and the sentence. It reads without
 * colour: yes is solid and marked with a check, no is hatched and marked with a cross.
 */
export function Tally({ yes, total, size = "normal", sentence = true }: TallyProps) {
  const share = total === 0 ? 0 : Math.round((100 * yes) / total);
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
          {total > 0 && <Share percent={share} />}
        </span>
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-no">
          {total > 0 && <Share percent={100 - share} />} No {!isSmall && formatCount(total - yes)}{" "}
          <Icon name="cross" size={isLarge ? 22 : 16} />
        </span>
      </div>
      <TallyBar share={total === 0 ? null : share} height={heights[size]} />
      {sentence && (
        <p className={classes("text-muted", isLarge ? "text-base" : "text-sm")}>{tallySentence(yes, total)}</p>
      )}
    </div>
  );
}

function Share({ percent }: { percent: number }) {
  return <span className="font-normal text-muted">{`${percent}\u202f%`}</span>;
}

/** Numbers go in as attributes: the page's policy allows no inline style before React runs. */
function TallyBar({ share, height }: { share: number | null; height: number }) {
  const hatch = useId();
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block rounded-full bg-sunken">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-no" />
          <rect width="2" height="6" className="fill-ground" fillOpacity="0.45" />
        </pattern>
      </defs>
      {share !== null && (
        <>
          <rect
            className="tally-part"
            x={`${share}%`}
            width={`${100 - share}%`}
            height={height}
            fill={`url(#${hatch})`}
          />
          <rect className="tally-part fill-yes" width={`${share}%`} height={height} />
          {share > 0 && share < 100 && (
            <rect
              className="tally-part fill-ground"
              x={`${share}%`}
              width="3"
              height={height}
              transform="translate(-1.5)"
            />
          )}
        </>
      )}
    </svg>
  );
}
