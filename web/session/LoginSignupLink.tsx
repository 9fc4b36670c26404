import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { useSettings } from "../api/settings.ts";
import { useSearchText } from "../routing/address.ts";

/** The link from login to signup and back; it keeps the return URL. */
export function LoginSignupLink({ to }: { to: "/login" | "/signup" }) {
  const search = useSearchText();
  const { registration } = useSettings();
  if (to === "/signup" && registration.kind === "closed") return null;
  return (
    <p className="mt-8 text-muted">
      {to === "/signup" ? sessionTexts.newHere : sessionTexts.haveAccount}{" "}
      <a href={to + (search && `?${search}`)} className="font-semibold text-ink underline underline-offset-4">
        {to === "/signup" ? sessionTexts.createAccount : frameTexts.login}
      </a>
    </p>
  );
}
