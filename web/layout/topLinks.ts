import type { Role } from "@survey-app/contract/users.ts";

export interface TopLink {
  href: string;
  label: string;
}

/** The top bar's links. ADMIN stands there for everybody signed in with a role (spec §2). */
export function topLinks(role: Role | null): TopLink[] {
  return [
    { href: "/", label: "Home" },
    { href: "/surveysPages", label: "All Surveys" },
    ...(role ? [{ href: "/dashboard/adminHome", label: "ADMIN" }] : []),
    { href: "/membarShip", label: "PRICE Page" },
  ];
}
