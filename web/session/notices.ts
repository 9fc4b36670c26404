import { getMyNotices } from "@survey-app/contract/ops/notices.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The numbers of items that wait for the current user: unread feedback, surveys to review. */
export const ownNotices = (userId: string) =>
  queryOptions({
    queryKey: ["notices", userId],
    queryFn: ({ signal }) => api(getMyNotices, {}, signal),
    refetchOnWindowFocus: true,
    meta: { private: true },
  });
