import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { ContactLink } from "../legal/ContactLink.tsx";
import { SandboxMail } from "../session/SandboxMail.tsx";
import { useRequestVerification } from "../session/useRequestVerification.ts";
import { Button } from "../ui/Button.tsx";

interface ConfirmFirstProps {
  email: string;
  /** Whether the question was to be published just now. */
  isAsked: boolean;
}

/**
 * Says that the account's email address has to be confirmed before a question is published. Shown before the question
 * is typed, and when it was to be published. The link in that email leads to the button that publishes it.
 */
export function ConfirmFirst({ email, isAsked }: ConfirmFirstProps) {
  const { mail } = useSettings();
  const verification = useRequestVerification();
  const [isSent, setSent] = useState(false);
  const words = askTexts.confirmFirst;
  return (
    <div role={isAsked ? "alert" : undefined} className="space-y-3 rounded-xl bg-accent-soft px-4 py-3 wrap-anywhere">
      {mail === "off" ? (
        <p>
          {words.mailOff} <ContactLink />
        </p>
      ) : (
        <>
          <p>{(isAsked ? words.asked : words.text)(email)}</p>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              look="quiet"
              small
              busy={verification.isPending}
              onClick={() => verification.mutate(undefined, { onSuccess: () => setSent(true) })}
            >
              {words.again}
            </Button>
            <p role="status" className="text-sm">
              {verification.error ? failureOf(verification.error).text : isSent && accountTexts.verificationSent(email)}
            </p>
          </div>
          <SandboxMail />
        </>
      )}
    </div>
  );
}
