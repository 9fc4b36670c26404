import { getMyNotices, UNREAD_MAX } from "@survey-app/contract/ops/notices.ts";
import type { MainDatabase } from "../database/database.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { Writability } from "../http/writability.ts";
import { countUnread } from "../moderation/feedback.sql.ts";
import { countForReview } from "../surveys/reviewDigest.sql.ts";

export function serveNotices(
  registerEndpoint: RegisterEndpoint,
  { forLists }: MainDatabase,
  { isWritable }: Writability,
): void {
  registerEndpoint(getMyNotices, async ({ currentUser: { userId, storedRole } }) => {
    const isAdmin = storedRole === "admin";
    // Users who lost the role keep their surveys, but can't open the feedback on them.
    const unreadFeedback = storedRole === "user" ? 0 : await countUnread(forLists, userId, UNREAD_MAX);
    const { waiting, reported } = isAdmin ? await countForReview(forLists) : { waiting: 0, reported: 0 };
    return {
      ...{ unreadFeedback, awaitingReview: waiting, reported },
      ...(isAdmin && !isWritable() && { storesNothing: true as const }),
    };
  });
}
