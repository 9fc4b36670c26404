import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import type { Session } from "../session/session.ts";

export interface TopLink {
  href: string;
  label: string;
  className?: string;
}

/** The top bar's links. Every signed-in user, each of whom has a role, sees ADMIN (spec §2), in its place from the first paint on. */
export function topLinks(phase: Session["phase"]): TopLink[] {
  const admin = { href: "/dashboard/adminHome", label: pageTexts.admin };
  return [
    { href: "/", label: pageTexts.home },
    { href: "/surveysPages", label: pageTexts.allSurveysLink },
    ...(phase === "visitor" ? [] : [phase === "loading" ? { ...admin, className: "with-token" } : admin]),
    { href: "/membarShip", label: pageTexts.price },
  ];
}
