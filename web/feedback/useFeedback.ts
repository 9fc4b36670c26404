import { useQuery } from "@tanstack/react-query";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { oneFeedback } from "./feedback.queries.ts";

/** One feedback for a page: the data, or what to show instead. */
export function useFeedback(id: string) {
  const query = useQuery(oneFeedback(id));
  const isMissing = query.error instanceof ApiRequestError && query.error.status === 404;
  const failure = query.isError && !query.data && !isMissing ? failureOf(query.error) : null;
  return { feedback: query.data, isMissing, failure, retry: () => void query.refetch() };
}
