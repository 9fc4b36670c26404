import { getSurvey } from "@survey-app/contract/surveys.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** Fetches the current version of a survey on request. */
export function useNewVersion(onSuccess: () => void) {
  return useMutation({ mutationFn: (id: string) => api(getSurvey, { params: { id } }), onSuccess });
}
