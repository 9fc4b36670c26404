import { markFeedbackRead } from "@survey-app/contract/surveys/feedback.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { absenceOf } from "../api/absenceOf.ts";
import { api } from "../api/api.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { useUser } from "../session/useSession.ts";
import { oneFeedback } from "./feedback.queries.ts";

/** One feedback for a page: the data, or what to show instead. Its recipient has read it by opening the page. */
export function useFeedback(id: string) {
  const query = useQuery(oneFeedback(id));
  const { mutate: markRead } = useInvalidatingMutation(
    () => api(markFeedbackRead, { params: { id } }),
    ["feedback"],
    ["notices"],
  );
  const email = useUser()?.email;
  const isUnread = query.data?.isRead === false && query.data.email === email;
  useEffect(() => {
    if (isUnread) markRead();
  }, [isUnread, markRead]);
  const absence = absenceOf(query);
  return { feedback: absence.isMissing ? undefined : query.data, ...absence };
}
