import type { Role } from "@survey-app/contract/users.ts";
import type { IconName } from "../ui/Icon.tsx";
import type { TopLink } from "./topLinks.ts";

export interface MenuLink extends TopLink {
  icon: IconName;
  /** Pages that are come to from this one begin with this. */
  within?: string;
}

const home: MenuLink = { href: "/dashboard/adminHome", label: "Home", icon: "home" };
const participate: MenuLink = { href: "/dashboard/user/surveys", label: "Participate in surveys", icon: "ballot" };
const reported: MenuLink = { href: "/dashboard/user/my-reports", label: "Reported surveys", icon: "flag" };

/** What each role finds in the dashboard's sidebar, in the spec's order and words (spec §2). */
export const menu: Record<Role, readonly MenuLink[]> = {
  admin: [
    home,
    { href: "/dashboard/admin/users", label: "Manage users", icon: "users" },
    { href: "/dashboard/admin/surveys", label: "Manage surveys Status", icon: "list" },
    { href: "/dashboard/user/paymentHistory", label: "Payment", icon: "card" },
    {
      href: "/dashboard/admin/responses",
      label: "responses of surveys",
      icon: "chart",
      within: "/dashboard/surveyor/surveys/",
    },
    { href: "/dashboard/audit", label: "Audit log", icon: "clock" },
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
      within: "/dashboard/surveyor/feedback/",
    },
  ],
  "pro-user": [
    home,
    participate,
    reported,
    { href: "/dashboard/user/comments", label: "Commented on surveys", icon: "comment" },
    { href: "/dashboard/user/pro/paymentHistory", label: "Payment History", icon: "card" },
  ],
  user: [home, participate, reported],
};
