import type { Role } from "@survey-app/contract/users.ts";
import * as pageTexts from "../texts/pageTexts.ts";

export interface TopLink {
  href: string;
  label: string;
}

/** The top bar's links. Every signed-in user with a role sees ADMIN (spec §2). */
export function topLinks(role: Role | null): TopLink[] {
  return [
    { href: "/", label: pageTexts.home },
    { href: "/surveysPages", label: pageTexts.allSurveysLink },
    ...(role ? [{ href: "/dashboard/adminHome", label: pageTexts.admin }] : []),
    { href: "/membarShip", label: pageTexts.price },
  ];
}
