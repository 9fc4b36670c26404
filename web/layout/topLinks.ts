import { SHORT_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import type { Session } from "../session/session.ts";
import { classes } from "../ui/classes.ts";

export interface TopLink {
  href: string;
  label: string;
  className?: string;
}

/** In the menu and the footer: it doesn't fit into the bar beside the links of the specification. */
export const enterCode: TopLink = { href: SHORT_PATH, label: frameTexts.enterCode };

/**
 * The top bar's links. ADMIN appears with the role of a signed-in user, which is never empty (specification §2.3); its
 * room is kept free before, so that nothing moves.
 * @param sellsPro whether there is anything to read about prices
 */
export function topLinks(session: Session, sellsPro: boolean): TopLink[] {
  const role = session.phase === "signedIn" && session.user.role;
  const className = classes(session.phase === "loading" && "with-token", !role && "invisible");
  const admin = { href: "/dashboard/adminHome", label: pageTexts.admin, className };
  return [
    { href: "/", label: pageTexts.home },
    { href: "/surveysPages", label: pageTexts.allSurveysLink },
    ...(session.phase === "visitor" ? [] : [admin]),
    ...(sellsPro ? [{ href: "/membarShip", label: pageTexts.price }] : []),
  ];
}
