import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import { createSurvey, type FullSurvey, updateSurvey } from "@survey-app/contract/surveys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";
import { useSignedInUser } from "../session/useSession.ts";

/** Creates a survey, or changes `survey`; resolves to whether anything changed. */
export function useSendSurvey(survey: FullSurvey | undefined) {
  const client = useQueryClient();
  const { email } = useSignedInUser();
  return useMutation({
    mutationFn: async ({ note, ...form }: RequestOf<typeof updateSurvey>["body"]): Promise<boolean> => {
      if (survey) {
        const body = { ...form, note, email };
        return (await api(updateSurvey, { params: { id: survey._id }, body })).modifiedCount > 0;
      }
      await api(createSurvey, { body: { ...form, email } });
      return true;
    },
    onSuccess: () => readAgain(client, ["surveys"]),
    // An error means that the survey has changed.
    onError: () => void readAgain(client, ["surveys"]),
  });
}
