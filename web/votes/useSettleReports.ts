import { settleReports } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";
import { readAgain } from "../queryClient.ts";

/** The reports on a survey are dealt with: it asks for no attention any more. */
export function useSettleReports() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (surveyId: string) => api(settleReports, { params: { id: surveyId } }),
    onSuccess: () => readAgain(client, ["surveys"]),
  });
}
