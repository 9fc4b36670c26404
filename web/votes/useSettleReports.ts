import type { Survey } from "@survey-app/contract/surveys.ts";
import { resolveReports } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** The reports on a survey are dealt with: it asks for no attention any more. */
export function useSettleReports() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id, openReports }: Pick<Survey, "_id" | "openReports">) =>
      api(resolveReports, { params: { id }, query: { openReports } }),
    // After a refusal too: it says that there are new ones.
    onSettled: () => readAgain(client, ["surveys"], ["reports"]),
  });
}
