import { getLinkVoting } from "@survey-app/contract/votes/linkVotes.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The interval at which the host's page reads the progress of voting, in milliseconds. */
const EVERY_MS = 3000;

/** The progress of voting by open link, for `reader`, the survey's owner or an admin. */
export const linkVotingOf = (id: string, reader: string) =>
  queryOptions({
    queryKey: ["surveys", "linkVoting", id, reader],
    queryFn: ({ signal }) => api(getLinkVoting, { params: { id } }, signal),
    refetchInterval: EVERY_MS,
    meta: { private: true },
  });
