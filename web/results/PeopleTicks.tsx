import { classes } from "../ui/classes.ts";

/** More ticks would be too thin: in a page's column, and on a phone. */
const MOST = { page: 200, phone: 60 } as const;
/** The filled part of each tick's room, in the direction of the line. */
const FILLED = 0.8;
const HEIGHT = 10;

interface PeopleTicksProps {
  voted: number;
  /** Everyone on the list. */
  people: number;
}

/**
 * One tick for each person on a list, those who voted filled; a bar where they are many. The sentence above it says the
 * same.
 */
export function PeopleTicks({ voted, people }: PeopleTicksProps) {
  const hasTicks = people <= MOST.page;
  const onPhone = people <= MOST.phone;
  return (
    <>
      {hasTicks && <Ticks voted={voted} people={people} className={onPhone ? "block" : "hidden sm:block"} />}
      {!onPhone && <Bar voted={voted} people={people} className={hasTicks ? "block sm:hidden" : "block"} />}
    </>
  );
}

function Ticks({ voted, people, className }: PeopleTicksProps & { className: string }) {
  const step = 100 / people;
  return (
    <svg aria-hidden="true" width="100%" height={HEIGHT} className={classes("rtl:-scale-x-100", className)}>
      {Array.from({ length: people }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells one person's tick from another's
          key={index}
          x={`${index * step}%`}
          width={`${FILLED * step}%`}
          height={HEIGHT}
          rx="2"
          className={index < voted ? "fill-ink" : "fill-line"}
        />
      ))}
    </svg>
  );
}

function Bar({ voted, people, className }: PeopleTicksProps & { className: string }) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={HEIGHT}
      className={classes("rounded-full rtl:-scale-x-100", className)}
    >
      <rect width="100%" height={HEIGHT} className="fill-line" />
      <rect width={`${(100 * voted) / people}%`} height={HEIGHT} className="fill-ink" />
    </svg>
  );
}
