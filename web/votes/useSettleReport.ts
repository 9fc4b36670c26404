import { type Report, type ReportOutcome, settleReport } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** Settles one report. The list that shows it keeps it, so that the admin sees the outcome where the buttons were. */
export function useSettleReport({ _id: report, surveyId: id }: Report) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (outcome: ReportOutcome) => api(settleReport, { params: { id, report }, body: { outcome } }),
    onSettled: () => readAgain(client, ["notices"], ["surveys"]),
  });
}
