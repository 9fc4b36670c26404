import { closeSurvey, type Survey } from "@survey-app/contract/surveys.ts";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

export const useCloseSurvey = () =>
  useChange(({ _id: id }: Survey) => api(closeSurvey, { params: { id } }), ["surveys"]);
