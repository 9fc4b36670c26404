import { formatCount } from "@survey-app/contract/formatCount.ts";
import { UNREAD_MAX } from "@survey-app/contract/notices.ts";

const shown = (count: number) => (count >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : formatCount(count));

/** The texts of what waits for the current user: the marks in the menu and in the list of feedback. */

export const count = shown;
export const unread = (count: number) => `${shown(count)} unread`;
export const toReview = (waiting: number, reported: number) =>
  [
    ...(waiting > 0 ? [`${formatCount(waiting)} to review`] : []),
    ...(reported > 0 ? [`${formatCount(reported)} reported`] : []),
  ].join(", ");
export const unreadMark = "New";
