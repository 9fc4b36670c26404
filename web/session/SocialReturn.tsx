import { safeReturnTo } from "@survey-app/contract/returnTo.ts";
import type { Provider } from "@survey-app/contract/session.ts";
import type { SignInFailure } from "@survey-app/contract/signInFailures.ts";
import { recordUser } from "@survey-app/contract/users.ts";
import { type ReactNode, useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { api } from "../api/api.ts";
import { useSearchText } from "../routing/address.ts";
import { texts } from "../texts/texts.ts";
import { announce } from "../ui/announcement.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { isSomebodyElse } from "./expectedBack.ts";
import { loginAddress } from "./returnTo.ts";
import { useSettings } from "./settings.ts";
import { useSession } from "./useSession.ts";

/**
 * Around the login page, where browsers arrive from another provider: who is signed in goes on at once, and who is not
 * is told why.
 */
export function SocialReturn({ children }: { children: ReactNode }) {
  const session = useSession();
  const { contactEmail } = useSettings();
  const search = new URLSearchParams(useSearchText());
  const returnTo = search.get("returnTo");
  const cameWith = search.get("with");
  // Read once: the address is cleaned of it, so that a reload or a bookmark doesn't tell an old story.
  const [problem] = useState(() => textOf(cameWith, search.get("error"), contactEmail));
  const hasFailed = search.has("error");
  const user = session.phase === "signedIn" ? session.user : null;
  const isComing = cameWith !== null && !hasFailed && session.phase !== "visitor";

  useEffect(() => {
    if (hasFailed) navigate(loginAddress(safeReturnTo(returnTo, location.origin)), { replace: true });
  }, [hasFailed, returnTo]);

  useEffect(() => {
    if (!isComing || !user) return;
    // Spec §4; role and status are the server's to decide, which ignores them. It stored the record with the sign-in, so
    // nothing is lost if this fails.
    const body = { email: user.email, name: user.name, role: "user", status: "Verified" };
    let isHere = true;
    const goOn = () => {
      if (!isHere) return;
      const { somebodyElse, nowSignedInAs } = texts.confirmation;
      if (isSomebodyElse(user._id)) announce({ title: somebodyElse, text: nowSignedInAs(user.email) });
      navigate(safeReturnTo(returnTo, location.origin), { replace: true });
    };
    void api(recordUser, { body }).then(goOn, goOn);
    return () => {
      isHere = false;
    };
  }, [isComing, user, returnTo]);

  if (isComing) return <p role="status">{texts.signingIn}</p>;
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

function textOf(provider: string | null, error: string | null, contactEmail: string | null): string | null {
  if (error === null) return null;
  const name = Object.hasOwn(texts.providers, provider ?? "") ? texts.providers[provider as Provider] : "this provider";
  const known = Object.hasOwn(texts.notSignedIn, error) ? (error as SignInFailure) : "failed";
  return texts.notSignedIn[known](name, contactEmail);
}
