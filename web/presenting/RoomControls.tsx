import { hasEnded, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { LINK_LIMITS, type LinkVoting, setRoomMode } from "@survey-app/contract/votes/linkVotes.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, serverNow } from "../api/api.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { linkVotingOf } from "./linkVoting.queries.ts";

/**
 * For the host of a survey by open link: whether everyone is in one room, which starting the presentation says.
 */
export function RoomControls({ survey }: { survey: Survey }) {
  const { _id: userId } = useSignedInUser();
  const { _id } = survey;
  const client = useQueryClient();
  const query = linkVotingOf(_id, userId);
  const { data } = useQuery(query);
  const room = useInvalidatingMutation(
    async (on: boolean) => {
      const voting = await api(setRoomMode, { params: { id: _id }, body: { on } });
      client.setQueryData<LinkVoting>(query.queryKey, voting);
    },
    [...query.queryKey],
  );
  const isOpen = !hasEnded(survey, serverNow());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the presentation is started
  useEffect(() => {
    if (isOpen) room.mutate(true);
  }, [_id]);
  if (!data || !isOpen) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
      <Checkbox
        name="room"
        label={roomTexts.inOneRoom}
        text={roomTexts.inOneRoomText(LINK_LIMITS.roomMinutes, LINK_LIMITS.roomMax)}
        checked={room.isPending ? room.variables : data.roomUntil !== null}
        onChange={({ currentTarget: { checked } }) => room.mutate(checked)}
      />
    </div>
  );
}
