import type { Role } from "@survey-app/contract/users/users.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as innerIcons from "../ui/innerIcons.ts";
import type { TopLink } from "./topLinks.ts";

/** The number behind an entry: of unread feedback, or of surveys to review and reported ones. */
export type MenuMark = "feedback" | "review";

export interface MenuLink extends TopLink {
  /** The path of an icon. */
  icon: string;
  /** URL prefixes of the pages below this entry. */
  within?: readonly string[];
  mark?: MenuMark;
}

const home: MenuLink = { href: "/dashboard/adminHome", label: pageTexts.home, icon: innerIcons.home };
const participate: MenuLink = {
  href: "/dashboard/user/surveys",
  label: pageTexts.participations,
  icon: innerIcons.ballot,
};
const reported: MenuLink = { href: "/dashboard/user/my-reports", label: pageTexts.reported, icon: innerIcons.flag };

const commented: MenuLink = { href: "/dashboard/user/comments", label: pageTexts.commented, icon: innerIcons.comment };
const ownPayments: MenuLink = {
  href: "/dashboard/user/pro/paymentHistory",
  label: pageTexts.paymentHistory,
  icon: innerIcons.card,
};

/**
 * The user's own votes, reports, comments and payments. The menus of surveyors and admins do not have them
 * (specification §2.3).
 */
export const ownActivity: readonly MenuLink[] = [participate, reported, commented, ownPayments];

/** For users who may ask unlisted surveys: the specification's menu of their role doesn't have an entry for that. */
export const ownSurveys: MenuLink = {
  href: "/dashboard/surveyor/surveys",
  label: pageTexts.ownSurveys,
  icon: innerIcons.chart,
  within: ["/dashboard/surveyor/surveys/", "/dashboard/surveys/", "/dashboard/surveyAdd", "/dashboard/meetings"],
};

/** Each role's sidebar menu, in the spec's order and words (specification §2.3). */
export const menu: Record<Role, readonly MenuLink[]> = {
  admin: [
    home,
    { href: "/dashboard/admin/users", label: pageTexts.manageUsers, icon: innerIcons.users },
    {
      href: "/dashboard/admin/surveys",
      label: pageTexts.manageSurveys,
      icon: innerIcons.list,
      within: ["/dashboard/admin/unlisted"],
      mark: "review",
    },
    { href: "/dashboard/user/paymentHistory", label: pageTexts.payment, icon: innerIcons.card },
    {
      href: "/dashboard/admin/responses",
      label: pageTexts.responses,
      icon: innerIcons.chart,
      within: ["/dashboard/surveyor/surveys/", "/dashboard/surveys/"],
    },
  ],
  surveyor: [
    home,
    { href: "/dashboard/surveyAdd", label: pageTexts.addSurvey, icon: innerIcons.plus },
    {
      href: "/dashboard/surveyor/allupdate",
      label: pageTexts.updateSurvey,
      icon: innerIcons.pencil,
      within: ["/dashboard/surveyor/update/"],
    },
    {
      href: "/dashboard/surveyor/surveys",
      label: pageTexts.responses,
      icon: innerIcons.chart,
      within: ["/dashboard/surveyor/surveys/", "/dashboard/surveys/", "/dashboard/meetings"],
    },
    {
      href: "/dashboard/surveyor/feedbacks",
      label: pageTexts.feedbacks,
      icon: innerIcons.mail,
      mark: "feedback",
      within: ["/dashboard/surveyor/feedback/"],
    },
  ],
  "pro-user": [home, participate, reported, commented, ownPayments],
  user: [home, participate, reported],
};
