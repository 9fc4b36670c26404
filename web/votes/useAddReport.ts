import { reportSurvey } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

export function useAddReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ surveyId, inapp }: { surveyId: string; inapp: string }) =>
      api(reportSurvey, { params: { id: surveyId }, body: { inapp } }),
    // The user's vote also contains the report.
    onSuccess: () => readAgain(client, ["votes"]),
  });
}
