import { UNREAD_MAX } from "@survey-app/contract/ops/notices.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as noticeTexts from "@survey-app/texts/noticeTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { usePath } from "../routing/address.ts";
import { ownNotices } from "../session/notices.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useOwner, useSignedInUser } from "../session/useSession.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { listOf } from "../ui/lists.ts";
import { type MenuMark, menu, ownSurveys } from "./menu.ts";

/** The menu of the current user's role. */
export function DashboardMenu() {
  const owner = useOwner();
  const asksUnlisted = useAsksUnlisted();
  const links = owner?.isGuest ? [] : owner ? menu[owner.role] : null;
  const path = usePath();
  // It is on the page twice: in the sidebar and in the bar's menu.
  const id = useId();
  return (
    <nav aria-label={frameTexts.dashboard}>
      <ul className="space-y-1">
        {links &&
          [...links, ...(asksUnlisted || owner?.isGuest ? [ownSurveys] : [])].map(
            ({ href, label, icon, within, mark }) => {
              const isPage = path === href || (path === "/dashboard" && href === "/dashboard/adminHome");
              const isHere = isPage || within?.some((prefix) => path.startsWith(prefix));
              return (
                <li key={href} className="relative">
                  <a
                    href={href}
                    aria-describedby={mark && `${id}-${mark}`}
                    aria-current={isPage ? "page" : isHere || undefined}
                    className="menu-entry"
                  >
                    <Icon path={icon} />
                    {label}
                  </a>
                  {mark && <MenuCount of={mark} id={`${id}-${mark}`} />}
                </li>
              );
            },
          )}
      </ul>
    </nav>
  );
}

/**
 * The number of items that wait behind a menu entry; in red if surveys were reported. `id` is for `aria-describedby`.
 */
function MenuCount({ of, id }: { of: MenuMark; id: string }) {
  const { data } = useQuery(ownNotices(useSignedInUser()._id));
  if (!data) return null;
  const { unreadFeedback, awaitingReview, reported } = data;
  const isFeedback = of === "feedback";
  const count = isFeedback ? unreadFeedback : awaitingReview + reported;
  if (count === 0) return null;
  const words = isFeedback ? unreadText(count) : reviewText(awaitingReview, reported);
  return (
    // Beside the link and not in it: the specification fixes the link's text.
    <span
      id={id}
      title={words}
      className={classes(
        "pointer-events-none absolute top-1/2 end-3 min-w-6 -translate-y-1/2 rounded-full px-1.5 py-0.5 text-center text-sm font-semibold text-on-ink tabular-nums",
        !isFeedback && reported > 0 ? "bg-danger" : "bg-accent",
      )}
    >
      <span aria-hidden="true">{count < UNREAD_MAX ? formatCount(count) : uiTexts.atLeast(UNREAD_MAX - 1)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

const unreadText = (count: number) =>
  count < UNREAD_MAX ? noticeTexts.unread(count) : noticeTexts.unreadAtLeast(UNREAD_MAX - 1);

function reviewText(waiting: number, reported: number): string {
  const texts = [
    ...(waiting > 0 ? [noticeTexts.waiting(waiting)] : []),
    ...(reported > 0 ? [noticeTexts.reported(reported)] : []),
  ];
  return listOf(texts, "unit");
}
