import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import { type SignInFailure, signInReturnUrl } from "@survey-app/contract/session/signInFailures.ts";
import { recordUser } from "@survey-app/contract/users/users.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as signInTexts from "@survey-app/texts/signInTexts.ts";
import { type ReactNode, useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { api } from "../api/api.ts";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { announce } from "../ui/announcement.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { blockedText } from "./blockedText.ts";
import { isAnotherUser } from "./expectedUser.ts";
import { loginAddress } from "./returnTo.ts";
import { useNeedsCode } from "./useNeedsCode.ts";
import { useProviderName } from "./useProviderName.ts";
import { useSession } from "./useSession.ts";

/**
 * Wraps the login page, where providers redirect to: a signed-in user is redirected on, otherwise the error is shown.
 */
export function SocialReturn({ children }: { children: ReactNode }) {
  const session = useSession();
  const { contactEmail } = useSettings();
  const nameOf = useProviderName();
  const search = useSearchParams();
  const returnTo = search.get("returnTo");
  const cameWith = search.get("with");
  // Read once and removed from the URL, so that a reload or a bookmark does not show an old error.
  const [problem] = useState(() =>
    textOf(nameOf(cameWith) ?? sessionTexts.unnamedProvider, search.get("error"), contactEmail),
  );
  const hasFailed = search.has("error");
  const user = session.phase === "signedIn" ? session.user : null;
  const needsCode = useNeedsCode();
  const isComing = cameWith !== null && !hasFailed && !needsCode && session.phase !== "visitor";

  useEffect(() => {
    if (!hasFailed) return;
    const path = safeReturnTo(returnTo, location.origin);
    navigate(needsCode ? signInReturnUrl({ returnTo: path, needsCode }) : loginAddress(path), { replace: true });
  }, [hasFailed, returnTo, needsCode]);

  useEffect(() => {
    if (!isComing || !user) return;
    // Specification §7.2. The server ignores role and status, which it decides itself. It stored the record during the
    // sign-in, so nothing is lost if this request fails.
    const body = { email: user.email, name: user.name, role: "user", status: "Verified" };
    let isHere = true;
    const goOn = () => {
      if (!isHere) return;
      const { otherAccount, nowSignedInAs } = sessionTexts.reauthentication;
      if (isAnotherUser(user._id)) announce({ title: otherAccount, text: nowSignedInAs(user.email) });
      navigate(user.lacksSecondFactor ? "/profile" : safeReturnTo(returnTo, location.origin), { replace: true });
    };
    void api(recordUser, { body }).then(goOn, goOn);
    return () => {
      isHere = false;
    };
  }, [isComing, user, returnTo]);

  if (isComing) return <p role="status">{sessionTexts.signingIn}</p>;
  return (
    <>
      {problem && session.phase !== "signedIn" && (
        <div className="mb-6">
          <ErrorPanel text={problem} />
        </div>
      )}
      {children}
    </>
  );
}

const notSignedIn = signInTexts.notSignedIn satisfies Record<
  Exclude<SignInFailure, "blocked">,
  string | ((provider: string) => string)
>;

function textOf(name: string, error: string | null, contactEmail: string | null): string | null {
  if (error === null) return null;
  if (error === "blocked") return blockedText(contactEmail);
  const text = Object.hasOwn(notSignedIn, error) ? notSignedIn[error as keyof typeof notSignedIn] : notSignedIn.failed;
  return typeof text === "string" ? text : text(name);
}
