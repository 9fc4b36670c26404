import { closeSurvey, type Survey } from "@survey-app/contract/surveys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

export function useCloseSurvey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Survey) => api(closeSurvey, { params: { id: _id } }),
    // Also after an error: the survey has ended or was unpublished meanwhile.
    onSettled: () => readAgain(client, ["surveys"]),
  });
}
