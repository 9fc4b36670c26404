import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { streamMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { address } from "../api/api.ts";
import { isOffline } from "../api/noResponse.ts";
import { subscribeToNetwork } from "../api/online.ts";
import { watchVisibility } from "../api/visibility.ts";
import { listenTo } from "../live/listen.ts";
import { publicMeeting } from "../meetings/publicMeeting.ts";
import { withTexts } from "./withTexts.ts";

/** The pace of polling for a page without a stream: people look at it together. */
const PACE = "room";

/** A meeting, which is followed while its page is seen, and whether updates have stopped arriving. */
export function useMeeting(meeting: string) {
  const client = useQueryClient();
  const query = useQuery(publicMeeting(meeting));
  const [isLost, setLost] = useState(false);
  const isFound = query.data !== undefined;
  useEffect(() => {
    if (!isFound) return;
    const { queryKey } = publicMeeting(meeting);
    const onMeeting = (state: MeetingState) => client.setQueryData(queryKey, state);
    const listener = {
      onGone: () => void client.resetQueries({ queryKey }),
      onState: (state: "live" | "polling" | "lost") => setLost(state === "lost"),
    };
    const source = {
      url: address(streamMeeting, { params: { meeting } }),
      pace: PACE,
      onEvent: withTexts(onMeeting),
      loadPoll: async () => (await import("./pollMeeting.ts")).pollMeeting(meeting, PACE, { ...listener, onMeeting }),
    } as const;
    let isSeen = false;
    let stop: (() => void) | null = null;
    const update = () => {
      // An open stream may stay silent for minutes after the network was lost, and after it returned.
      if (isSeen && !isOffline()) stop ??= listenTo(source, listener);
      else {
        stop?.();
        stop = null;
        setLost(isOffline());
      }
    };
    const endings = [
      watchVisibility((seen) => {
        isSeen = seen;
        update();
      }),
      subscribeToNetwork(update),
    ];
    return () => {
      for (const end of endings) end();
      stop?.();
    };
  }, [client, meeting, isFound]);
  return { query, isLost };
}
