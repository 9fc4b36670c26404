import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { getMine } from "@survey-app/contract/meetings/mine.ts";
import { queryOptions } from "@tanstack/react-query";
import { apiWithBearer } from "../api/api.ts";

/** With more people than this, their pages don't all ask at once. */
const MANY = 100;
/** They spread their requests over this time, in ms. */
const SPREAD_MS = 2000;

/**
 * What a person may know about their link or code. It is read again after whatever can change it: the close of a question, additions and
 * removals; and at each opening, because a link or code may have been replaced.
 */
export function mineIn({ meetingId, people, question }: MeetingState, token: string) {
  const change = `${question?.n} ${question?.closedAt} ${people}`;
  return queryOptions({
    queryKey: ["meetings", "mine", meetingId, token, change],
    queryFn: async ({ signal }) => {
      if (people > MANY) await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
      return apiWithBearer(token, getMine, { params: { meeting: meetingId } }, signal);
    },
    // What was known before stays until then, unless it is of another person.
    placeholderData: (before, query) => (query?.queryKey[3] === token ? before : undefined),
    meta: { private: true },
  });
}
