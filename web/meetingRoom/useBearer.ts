import { INVITATION_HOURS } from "@survey-app/contract/invitations/invitations.ts";
import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { renewMeetingToken } from "@survey-app/contract/meetings/mine.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { useEffect, useEffectEvent } from "react";
import { apiWithBearer, serverNow } from "../api/api.ts";
import { watchVisibility } from "../api/visibility.ts";
import { changeOpenedInvitation } from "../votes/changeInvitation.ts";
import type { OpenedInvitation } from "../votes/openedInvitation.ts";

/** The interval at which a page checks whether its token is older than an hour, in ms. */
const LOOK_MS = 10 * 60_000;

/** Renews the token of an opened link or code while its page is open and the meeting has not ended. */
export function useBearer({ meetingId, endedAt }: MeetingState, invitation: OpenedInvitation): void {
  const renew = useEffectEvent(async () => {
    const { token, expiresAt } = invitation;
    const left = Date.parse(expiresAt) - serverNow();
    if (endedAt !== null || left <= 0 || left > (INVITATION_HOURS - 1) * HOUR_MS) return;
    const renewed = await apiWithBearer(token, renewMeetingToken, { params: { meeting: meetingId } });
    changeOpenedInvitation(meetingId, invitation, () => renewed);
  });
  useEffect(() => {
    // A failed renewal is tried again at the next look. If a token can't be renewed, the error of `mineIn` says why.
    const look = () => void renew().catch(() => undefined);
    const unwatch = watchVisibility((isSeen) => isSeen && look());
    const timer = setInterval(look, LOOK_MS);
    return () => {
      unwatch();
      clearInterval(timer);
    };
  }, []);
}
