import { markFeedbackRead } from "@survey-app/contract/feedback.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { readAgain } from "../api/queryClient.ts";
import { useUser } from "../session/useSession.ts";
import { oneFeedback } from "./feedback.queries.ts";

/** One feedback for a page: the data, or what to show instead. Its recipient has read it by opening the page. */
export function useFeedback(id: string) {
  const query = useQuery(oneFeedback(id));
  const client = useQueryClient();
  const { mutate: markRead } = useMutation({
    mutationFn: () => api(markFeedbackRead, { params: { id } }),
    onSuccess: () => readAgain(client, ["feedback"], ["notices"]),
  });
  const email = useUser()?.email;
  const isUnread = query.data?.isRead === false && query.data.email === email;
  useEffect(() => {
    if (isUnread) markRead();
  }, [isUnread, markRead]);
  const isMissing = query.error instanceof ApiRequestError && query.error.status === 404;
  const failure = query.isError && !query.data && !isMissing ? failureOf(query.error) : null;
  return { feedback: query.data, isMissing, failure, retry: () => void query.refetch() };
}
