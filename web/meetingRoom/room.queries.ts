import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { getMine } from "@survey-app/contract/meetings/mine.ts";
import { queryOptions } from "@tanstack/react-query";
import { apiWithBearer } from "../api/api.ts";

/** With more people than this, their pages spread their requests. */
const MANY = 100;
/** They spread their requests over this time, in ms. */
const SPREAD_MS = 2000;

/**
 * The data that a person may see about their link or code. It is read again after everything that can change it: the
 * close of a question, additions and removals; and at each opening, because a link or code may have been replaced.
 */
export function mineIn({ meetingId, people, question }: MeetingState, token: string) {
  const change = `${question?.n} ${question?.closedAt} ${people}`;
  return queryOptions({
    queryKey: ["meetings", "mine", meetingId, token, change],
    queryFn: async ({ signal }) => {
      if (people > MANY) await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
      return apiWithBearer(token, getMine, { params: { meeting: meetingId } }, signal);
    },
    // The data from before stays until then, unless it is another person's.
    placeholderData: (before, query) => (query?.queryKey[3] === token ? before : undefined),
    meta: { private: true },
  });
}
