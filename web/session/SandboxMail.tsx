import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { useSettings } from "../api/settings.ts";

/** A link to the emails that are stored instead of sent. */
export function SandboxMail() {
  const { mail } = useSettings();
  if (mail !== "sandbox") return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-muted">
      <strong className="rounded-full bg-sunken px-2.5 py-0.5 font-semibold text-ink">{accountTexts.sandbox}</strong>
      <span>
        {accountTexts.sandboxMail((text) => (
          // The server's own page, not one of ours: this link loads it.
          <a href="/sandbox/mail" className="font-medium text-ink underline underline-offset-4">
            {text}
          </a>
        ))}
      </span>
    </p>
  );
}
