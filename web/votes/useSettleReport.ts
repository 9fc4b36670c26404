import { type Report, type ReportOutcome, settleReport } from "@survey-app/contract/votes.ts";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

/** Settles one report. The list that shows it keeps it, so that the admin sees the outcome where the buttons were. */
export const useSettleReport = ({ _id: report, surveyId: id }: Report) =>
  useChange(
    (outcome: ReportOutcome) => api(settleReport, { params: { id, report }, body: { outcome } }),
    ["notices"],
    ["surveys"],
  );
