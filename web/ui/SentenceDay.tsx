import { shortDay, shortDayAndTime } from "@survey-app/contract/time.ts";
import { Day } from "./Day.tsx";

interface SentenceDayProps {
  /** ISO 8601. */
  at: string;
  withTime?: boolean;
}

/** A date in a sentence, like 30 Nov 2026, in the reader's time zone; lists and tables have `Day`. */
export function SentenceDay({ at, withTime = false }: SentenceDayProps) {
  return <Day at={at} format={withTime ? shortDayAndTime : shortDay} />;
}
