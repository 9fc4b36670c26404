import { getRoom } from "@survey-app/contract/sharing/rooms.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The questions of the room of a survey. */
export const roomOf = (id: string) =>
  queryOptions({
    queryKey: ["surveys", "room", id],
    queryFn: ({ signal }) => api(getRoom, { params: { survey: id } }, signal),
  });
