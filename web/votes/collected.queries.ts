import { listCollectedVotes, listSurveyReports } from "@survey-app/contract/votes/votes.ts";
import { privateListQuery } from "../api/privateListQuery.ts";

/** The votes on a survey for its owner and admins: unmasked. */
export const collectedVotes = (surveyId: string, reader: string) =>
  privateListQuery(["votes", "collected", surveyId, reader], listCollectedVotes, { params: { id: surveyId } });

/** The choice and order of listed reports. */
export type ReportOrder = `${"open" | "all"}.${"newest" | "oldest"}`;

/** The reports on a survey; for admins. */
export function reportsOn(id: string, wanted: ReportOrder) {
  const [state, order] = wanted.split(".") as ["open" | "all", "newest" | "oldest"];
  const query = { order, ...(state === "open" && { state }) };
  return privateListQuery(["votes", "reports", id, wanted], listSurveyReports, { params: { id }, query });
}
