import { listMeetings } from "@survey-app/contract/meetings/meetings.ts";
import { useQuery } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { useUser } from "../session/useSession.ts";

/** As many as one response has; the newest come first. */
const NEWEST = 100;

/** Whether the signed-in user called the meeting. */
export function useIsLeader(meetingId: string): boolean {
  const userId = useUser()?._id ?? null;
  const { data } = useQuery({
    queryKey: ["meetings", "led", userId],
    queryFn: ({ signal }) => apiPage(listMeetings, { query: { limit: NEWEST } }, signal),
    enabled: userId !== null,
    meta: { private: true },
  });
  return data?.rows.some(({ _id }) => _id === meetingId) ?? false;
}
