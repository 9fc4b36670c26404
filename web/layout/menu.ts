import type { Role } from "@survey-app/contract/users.ts";
import * as pageTexts from "../texts/pageTexts.ts";
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

const home: MenuLink = { href: "/dashboard/adminHome", label: pageTexts.home, icon: "home" };
const participate: MenuLink = { href: "/dashboard/user/surveys", label: pageTexts.participations, icon: "ballot" };
const reported: MenuLink = { href: "/dashboard/user/my-reports", label: pageTexts.reported, icon: "flag" };

const commented: MenuLink = { href: "/dashboard/user/comments", label: pageTexts.commented, icon: "comment" };
const ownPayments: MenuLink = {
  href: "/dashboard/user/pro/paymentHistory",
  label: pageTexts.paymentHistory,
  icon: "card",
};

/**
 * The user's own votes, reports, comments and payments. The menus of surveyors and admins do not have them (spec §2).
 */
export const ownActivity: readonly MenuLink[] = [participate, reported, commented, ownPayments];

/** Each role's sidebar menu, in the spec's order and words (spec §2). */
export const menu: Record<Role, readonly MenuLink[]> = {
  admin: [
    home,
    { href: "/dashboard/admin/users", label: pageTexts.manageUsers, icon: "users" },
    { href: "/dashboard/admin/surveys", label: pageTexts.manageSurveys, icon: "list", mark: "review" },
    { href: "/dashboard/user/paymentHistory", label: pageTexts.payment, icon: "card" },
    {
      href: "/dashboard/admin/responses",
      label: pageTexts.responses,
      icon: "chart",
      within: "/dashboard/surveyor/surveys/",
    },
  ],
  surveyor: [
    home,
    { href: "/dashboard/surveyAdd", label: pageTexts.addSurvey, icon: "plus" },
    {
      href: "/dashboard/surveyor/allupdate",
      label: pageTexts.updateSurvey,
      icon: "pencil",
      within: "/dashboard/surveyor/update/",
    },
    {
      href: "/dashboard/surveyor/surveys",
      label: pageTexts.responses,
      icon: "chart",
      within: "/dashboard/surveyor/surveys/",
    },
    {
      href: "/dashboard/surveyor/feedbacks",
      label: pageTexts.feedbacks,
      icon: "mail",
      mark: "feedback",
      within: "/dashboard/surveyor/feedback/",
    },
  ],
  "pro-user": [home, participate, reported, commented, ownPayments],
  user: [home, participate, reported],
};
