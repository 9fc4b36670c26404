import { reportSurvey } from "@survey-app/contract/votes.ts";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

export const useAddReport = () =>
  useChange(
    ({ surveyId, inapp }: { surveyId: string; inapp: string }) =>
      api(reportSurvey, { params: { id: surveyId }, body: { inapp } }),
    // The user's vote also contains the report.
    ["votes"],
  );
