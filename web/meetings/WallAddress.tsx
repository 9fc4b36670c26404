import { inGroups } from "@survey-app/contract/text/crockford.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { TypedWallAddress } from "../presenting/TypedWallAddress.tsx";
import { wallOf } from "./meetings.queries.ts";

/**
 * The address to type on another computer, without signing in, to show the meeting there. The page keeps its code
 * working.
 */
export function WallAddress({ meetingId }: { meetingId: string }) {
  const { data } = useQuery(wallOf(meetingId));
  if (!data) return null;
  return <p className="text-sm text-muted">{hostTexts.elsewhere(<TypedWallAddress code={inGroups(data.code)} />)}</p>;
}
