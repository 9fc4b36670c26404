import { shortDay, shortDayAndTime } from "@survey-app/contract/time.ts";
import { Day } from "./Day.tsx";

interface SentenceDayProps {
  /** ISO 8601. */
  at: string;
  withTime?: boolean;
  /** As of `Day`. */
  isDay?: boolean | undefined;
}

/** A date in a sentence, like 30 Nov 2026, in the reader's time zone; lists and tables have `Day`. */
export function SentenceDay({ at, withTime = false, isDay }: SentenceDayProps) {
  return <Day at={at} format={withTime ? shortDayAndTime : shortDay} isDay={isDay} />;
}
