import { getRoom, listRoomQuestions } from "@survey-app/contract/sharing/rooms.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";

/** The questions of the room of a survey. */
export const roomOf = (id: string) =>
  queryOptions({
    queryKey: ["surveys", "room", id],
    queryFn: ({ signal }) => api(getRoom, { params: { survey: id } }, signal),
  });

/** The questions that are prepared for the room of a survey, for `reader`, one of its owners. */
export const roomQuestionsOf = (id: string, reader: string) =>
  privateQuery(["surveys", "roomQuestions", id, reader], listRoomQuestions, { params: { survey: id } });
