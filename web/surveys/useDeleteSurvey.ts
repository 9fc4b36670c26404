import { deleteSurvey, type Survey } from "@survey-app/contract/surveys.ts";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

export const useDeleteSurvey = () =>
  useChange(({ _id: id }: Survey) => api(deleteSurvey, { params: { id } }), ["surveys"]);
