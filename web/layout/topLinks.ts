import type { Role } from "@survey-app/contract/users.ts";

export interface TopLink {
  href: string;
  label: string;
}

/** The top bar's links. Every signed-in user with a role sees ADMIN (spec §2). */
export function topLinks(role: Role | null): TopLink[] {
  return [
    { href: "/", label: "Home" },
    { href: "/surveysPages", label: "All Surveys" },
    ...(role ? [{ href: "/dashboard/adminHome", label: "ADMIN" }] : []),
    { href: "/membarShip", label: "PRICE Page" },
  ];
}
