import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { getMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { newerState } from "./newerState.ts";

/**
 * A meeting and its last opened question, as everyone with its address sees them. Separate from the owner's requests,
 * which phones don't load.
 */
export const publicMeeting = (meeting: string) =>
  queryOptions({
    queryKey: ["meetings", "public", meeting],
    queryFn: ({ signal }) => api(getMeeting, { params: { meeting } }, signal),
    structuralSharing: (before, next) =>
      before ? newerState(before as MeetingState, next as MeetingState) : (next as MeetingState),
  });
