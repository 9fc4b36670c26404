import type { UnpublishReason } from "@survey-app/contract/moderation.ts";
import { type Survey, type SurveyStatus, setSurveyStatus } from "@survey-app/contract/surveys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

interface Decision {
  /** As the admin has seen it. */
  survey: Survey;
  status: SurveyStatus;
  feedback: string;
  /** Why it is unpublished. */
  reason?: UnpublishReason;
}

export function useChangeStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ survey: { _id: id, version, status }, ...decision }: Decision) =>
      api(setSurveyStatus, { params: { id }, body: { ...decision, version, seenStatus: status as SurveyStatus } }),
    // Also after an error: it says that the owner or another admin has changed the survey.
    onSettled: () => readAgain(client, ["notices"], ["surveys"]),
  });
}
