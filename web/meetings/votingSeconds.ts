import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { useSecondsLeft } from "../surveys/serverTime.ts";

/** The number of seconds that people can still vote on a question, by the server's clock; 0 once it has ended. */
export function useVotingSeconds({ state, endsAt, openedAt }: OpenedQuestion): number {
  const left = useSecondsLeft(endsAt ?? openedAt);
  // The clocks of browser and server differ by up to two seconds. The time left is never more than the whole time.
  const all = Math.ceil((Date.parse(endsAt ?? openedAt) - Date.parse(openedAt)) / 1000);
  return state === "open" ? Math.min(left, all) : 0;
}
