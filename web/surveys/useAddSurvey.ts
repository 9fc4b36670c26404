import { add } from "@survey-app/contract/surveys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";

export function useAddSurvey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: Parameters<typeof api<typeof add>>[1]["body"]) => api(add, { body: form }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["surveys"] }),
  });
}
