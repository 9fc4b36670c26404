import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { moveRoom } from "@survey-app/contract/sharing/rooms.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { invalidate } from "../api/queryClient.ts";
import { useRoomMove } from "./useRoomMoves.ts";

/**
 * Goes on to the next question of a survey's room, as far as the page knows where the room is.
 * @param onMoved is called with the id of the next question
 */
export function useNextQuestion(surveyId: string, onMoved: (next: string) => void) {
  // Until the totals have come, the page has seen no move.
  const after = useRoomMove(surveyId) ?? null;
  const client = useQueryClient();
  return async (next: RequestOf<typeof moveRoom>["body"]): Promise<void> => {
    try {
      const { questions } = await api(moveRoom, { params: { id: surveyId }, body: { ...next, after } });
      const present = questions.findIndex((question) => question.surveyId === surveyId);
      const moved = questions[present + 1];
      if (moved) onMoved(moved.surveyId);
    } finally {
      // Also after a failure: a prepared question may have been asked from another device.
      void invalidate(client, ["surveys", "roomQuestions"]);
    }
  };
}
