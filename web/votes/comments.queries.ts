import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { listComments } from "@survey-app/contract/votes/comments.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { pageAfter, paging } from "../api/pagination.ts";
import type { VotesReader } from "./useVotesReader.ts";

/** Comments shown at first, and with each "Show more". */
const PAGE = 10;

/** The comments on a survey, newest first, as a reader sees them; with `vote` only of these votes. */
export const surveyComments = (surveyId: string, { key, bearer }: VotesReader, vote?: Answer) =>
  infiniteQueryOptions({
    queryKey: ["votes", "comments", surveyId, key, vote ?? null],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(vote !== undefined && { vote }), ...pageAfter(pageParam, PAGE) };
      return apiPage(listComments, { params: { id: surveyId }, query }, signal, bearer);
    },
    ...paging,
    ...(key && { meta: { private: true } }),
  });
