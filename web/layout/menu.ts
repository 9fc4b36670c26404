import type { Role } from "@survey-app/contract/users.ts";
import type { innerIcons } from "../ui/innerIcons.ts";
import type { TopLink } from "./topLinks.ts";

/** What is counted behind an entry: unread feedback, or surveys to review and reported ones. */
export type MenuMark = "feedback" | "review";

export interface MenuLink extends TopLink {
  icon: keyof typeof innerIcons;
  /** URL prefix of the pages below this entry. */
  within?: string;
  mark?: MenuMark;
}

const home: MenuLink = { href: "/dashboard/adminHome", label: "Home", icon: "home" };
const participate: MenuLink = { href: "/dashboard/user/surveys", label: "Participate in surveys", icon: "ballot" };
const reported: MenuLink = { href: "/dashboard/user/my-reports", label: "Reported surveys", icon: "flag" };

const commented: MenuLink = { href: "/dashboard/user/comments", label: "Commented on surveys", icon: "comment" };
const ownPayments: MenuLink = { href: "/dashboard/user/pro/paymentHistory", label: "Payment History", icon: "card" };

/**
 * The user's own votes, reports, comments and payments. The menus of surveyors and admins do not have them (spec §2).
 */
export const ownActivity: readonly MenuLink[] = [participate, reported, commented, ownPayments];

/** Each role's sidebar menu, in the spec's order and words (spec §2). */
export const menu: Record<Role, readonly MenuLink[]> = {
  admin: [
    home,
    { href: "/dashboard/admin/users", label: "Manage users", icon: "users" },
    { href: "/dashboard/admin/surveys", label: "Manage surveys Status", icon: "list", mark: "review" },
    { href: "/dashboard/user/paymentHistory", label: "Payment", icon: "card" },
    {
      href: "/dashboard/admin/responses",
      label: "responses of surveys",
      icon: "chart",
      within: "/dashboard/surveyor/surveys/",
    },
  ],
  surveyor: [
    home,
    { href: "/dashboard/surveyAdd", label: "ADD a survey", icon: "plus" },
    {
      href: "/dashboard/surveyor/allupdate",
      label: "update survey",
      icon: "pencil",
      within: "/dashboard/surveyor/update/",
    },
    {
      href: "/dashboard/surveyor/surveys",
      label: "responses of surveys",
      icon: "chart",
      within: "/dashboard/surveyor/surveys/",
    },
    {
      href: "/dashboard/surveyor/feedbacks",
      label: "feedbacks",
      icon: "mail",
      mark: "feedback",
      within: "/dashboard/surveyor/feedback/",
    },
  ],
  "pro-user": [home, participate, reported, commented, ownPayments],
  user: [home, participate, reported],
};
