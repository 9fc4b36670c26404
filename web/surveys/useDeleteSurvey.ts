import { deleteSurvey, type Survey } from "@survey-app/contract/surveys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

export function useDeleteSurvey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Survey) => api(deleteSurvey, { params: { id: _id } }),
    // Also after an error: the survey may have got a vote meanwhile.
    onSettled: () => readAgain(client, ["surveys"]),
  });
}
