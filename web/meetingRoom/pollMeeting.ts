import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { getMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { apiWithBearer } from "../api/api.ts";
import { isGone } from "../api/failure.ts";
import type { LiveListener, Pace, Poll } from "../live/listener.ts";
import { askAgain } from "../live/poll.ts";

interface MeetingListener extends Pick<LiveListener, "onGone" | "onState"> {
  onMeeting(state: MeetingState): void;
}

/** Asks for the state of a meeting, again and again. */
export function pollMeeting(meeting: string, pace: Pace, { onMeeting, onGone, onState }: MeetingListener): Poll {
  return askAgain<MeetingState | "gone">(pace, {
    // As a visitor, like the stream.
    ask: (signal) =>
      apiWithBearer(null, getMeeting, { params: { meeting } }, signal).catch((error: unknown) => {
        if (isGone(error)) return "gone" as const;
        throw error;
      }),
    onFound: (found) => (found === "gone" ? onGone() : onMeeting(found)),
    onState,
  });
}
