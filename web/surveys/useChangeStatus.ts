import { type Survey, type SurveyStatus, setSurveyStatus } from "@survey-app/contract/surveys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

export function useChangeStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ survey, status, feedback }: { survey: Survey; status: SurveyStatus; feedback: string }) =>
      api(setSurveyStatus, { params: { id: survey._id }, body: { status, feedback, version: survey.version } }),
    // Also after an error: it says that the survey has changed.
    onSettled: () => readAgain(client, ["notices"], ["surveys"]),
  });
}
