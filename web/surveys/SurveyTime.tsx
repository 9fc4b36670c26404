import { Day } from "../ui/Day.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { type Edge, isAtEdge } from "./edgeTime.ts";

interface SurveyTimeProps {
  /** ISO 8601. */
  at: string;
  edge: Edge;
}

/** A time in the reader's time zone, with the time of day unless it is the start or the end of the day. */
export function SurveyTime({ at, edge }: SurveyTimeProps) {
  const zone = useTimeZone();
  return <Day at={at} withTime={!isAtEdge(at, edge, zone)} />;
}
