import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import type { User } from "@survey-app/contract/users/users.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { navigate } from "wouter/use-browser-location";
import { usePath, useSearchParams } from "../routing/address.ts";
import { announce } from "../ui/announcement.ts";
import { TOAST_MS } from "../ui/toast.ts";

/**
 * Opens the next page after a sign-in on the login page: the page that asked for it, or the one on which admins set up
 * a second factor. A user who has gone elsewhere while the request was under way stays there.
 */
export function useContinueAfterSignIn(): (user: User) => void {
  const path = usePath();
  const returnTo = useSearchParams().get("returnTo");
  return ({ lacksSecondFactor }) => {
    announce({ title: sessionTexts.loginSucceeded, closesAfter: TOAST_MS });
    if (location.pathname !== path) return;
    navigate(lacksSecondFactor ? "/profile" : safeReturnTo(returnTo, location.origin), { replace: true });
  };
}
