import { listCollectedVotes, listSurveyReports, type Vote } from "@survey-app/contract/votes.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage, type Page } from "../api/api.ts";
import { after, privatePaging } from "../api/pagination.ts";

/** The votes on a survey for its owner and admins: unmasked. */
export const collectedVotes = (surveyId: string, reader: string) =>
  infiniteQueryOptions({
    queryKey: ["votes", "collected", surveyId, reader],
    queryFn: ({ pageParam, signal }) => {
      const query = after(pageParam);
      return apiPage(listCollectedVotes, { params: { id: surveyId }, query }, signal);
    },
    ...privatePaging,
  });

/** All votes, loaded page by page; reports how many are loaded, and of how many. */
export async function fetchAllVotes(
  surveyId: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Vote[]> {
  const votes: Vote[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
    const page: Page<Vote> = await apiPage(listCollectedVotes, { params: { id: surveyId }, query }, signal);
    votes.push(...page.rows);
    onProgress(votes.length, page.total);
    cursor = page.next;
  } while (cursor);
  return votes;
}

/** Which reports are listed, and in which order. */
export type ReportOrder = `${"open" | "all"}.${"newest" | "oldest"}`;

/** The reports on a survey; for admins. */
export const reportsOn = (surveyId: string, wanted: ReportOrder) =>
  infiniteQueryOptions({
    queryKey: ["votes", "reports", surveyId, wanted],
    queryFn: ({ pageParam, signal }) => {
      const [state, order] = wanted.split(".") as ["open" | "all", "newest" | "oldest"];
      const query = { order, ...(state === "open" && { state }), ...after(pageParam) };
      return apiPage(listSurveyReports, { params: { id: surveyId }, query }, signal);
    },
    ...privatePaging,
    // Other admins settle reports meanwhile.
    staleTime: 0,
  });
