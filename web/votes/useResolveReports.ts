import type { Survey } from "@survey-app/contract/surveys.ts";
import { resolveReports } from "@survey-app/contract/votes.ts";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

/** Resolves the reports on a survey, which removes it from the list of reported surveys. */
export const useResolveReports = () =>
  useChange(
    ({ _id: id, reportsVersion: version }: Pick<Survey, "_id" | "reportsVersion">) =>
      api(resolveReports, { params: { id }, query: { version } }),
    ["notices"],
    ["surveys"],
    ["reports"],
  );
