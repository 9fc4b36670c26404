import type { Role } from "@survey-app/contract/users.ts";
import type { IconName } from "../ui/Icon.tsx";

interface TopLink {
  href: string;
  label: string;
}

/** The top bar's links. ADMIN stands there for everybody signed in with a role (spec §2). */
export function topLinks(role: Role | null): TopLink[] {
  return [
    { href: "/", label: "Home" },
    { href: "/surveysPages", label: "All Surveys" },
    ...(role ? [{ href: "/dashboard/adminHome", label: "ADMIN" }] : []),
  ];
}

export interface MenuLink extends TopLink {
  icon: IconName;
}

const home: MenuLink = { href: "/dashboard/adminHome", label: "Home", icon: "home" };

/** What each role finds in the dashboard's sidebar, in the spec's order and words (spec §2). */
export const menu: Record<Role, readonly MenuLink[]> = {
  admin: [
    home,
    { href: "/dashboard/admin/users", label: "Manage users", icon: "users" },
    { href: "/dashboard/admin/surveys", label: "Manage surveys Status", icon: "list" },
  ],
  surveyor: [
    home,
    { href: "/dashboard/surveyAdd", label: "ADD a survey", icon: "plus" },
    { href: "/dashboard/surveyor/surveys", label: "responses of surveys", icon: "chart" },
  ],
  "pro-user": [home],
  user: [home],
};
