import type { Survey } from "@survey-app/contract/surveys.ts";
import { resolveReports } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** Resolves the reports on a survey, which removes it from the list of reported surveys. */
export function useResolveReports() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id, reportsVersion: version }: Pick<Survey, "_id" | "reportsVersion">) =>
      api(resolveReports, { params: { id }, query: { version } }),
    // Also after an error: it says that there are new reports.
    onSettled: () => readAgain(client, ["notices"], ["surveys"], ["reports"]),
  });
}
