import { useQuery } from "@tanstack/react-query";
import { ownNotices } from "../session/notices.ts";
import { useSignedInUser } from "../session/useSession.ts";
import * as noticeTexts from "../texts/noticeTexts.ts";
import { classes } from "../ui/classes.ts";
import type { MenuMark } from "./menu.ts";

/** The number of what waits behind a menu entry; in red if surveys were reported. `id` is for `aria-describedby`. */
export function MenuCount({ of, id }: { of: MenuMark; id: string }) {
  const { data } = useQuery(ownNotices(useSignedInUser()._id));
  if (!data) return null;
  const { unreadFeedback, awaitingReview, reported } = data;
  const isFeedback = of === "feedback";
  const count = isFeedback ? unreadFeedback : awaitingReview + reported;
  if (count === 0) return null;
  const words = isFeedback ? noticeTexts.unread(count) : noticeTexts.toReview(awaitingReview, reported);
  return (
    // Beside the link and not in it: the specification fixes the link's text.
    <span
      id={id}
      title={words}
      className={classes(
        "pointer-events-none absolute top-1/2 right-3 min-w-6 -translate-y-1/2 rounded-full px-1.5 py-0.5 text-center text-sm font-semibold text-on-ink tabular-nums",
        !isFeedback && reported > 0 ? "bg-danger" : "bg-accent",
      )}
    >
      <span aria-hidden="true">{noticeTexts.count(count)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
