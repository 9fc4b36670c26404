import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useSettings } from "../api/settings.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { useSession } from "./useSession.ts";
import { useSignInAddress } from "./useSignInAddress.ts";

/** A visitor's links to login, which a phone has in its menu, and to signup. */
export function SignInLinks() {
  const { phase } = useSession();
  const login = useSignInAddress("/login");
  const signup = useSignInAddress("/signup");
  const isClosed = useSettings().registration.kind === "closed";
  if (phase === "signedIn") return null;
  return (
    <div className={phase === "loading" ? "without-token" : undefined}>
      <LinkButton look="plain" small href={login} className={isClosed ? undefined : "me-2 max-bar-sm:hidden"}>
        {frameTexts.login}
      </LinkButton>
      {!isClosed && (
        <LinkButton small href={signup}>
          {frameTexts.signup}
        </LinkButton>
      )}
    </div>
  );
}
