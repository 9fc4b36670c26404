import { getSurvey } from "@survey-app/contract/surveys.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** Reads a survey again on request, as it is now. */
export function useNewVersion(onSuccess: () => void) {
  return useMutation({ mutationFn: (id: string) => api(getSurvey, { params: { id } }), onSuccess });
}
