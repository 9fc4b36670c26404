import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { ContactLink } from "../legal/ContactLink.tsx";
import type { OwnAccount } from "../session/ownAccount.ts";
import { SandboxMail } from "../session/SandboxMail.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Section } from "../ui/Section.tsx";
import { toast } from "../ui/toast.ts";
import { useRequestPasswordReset } from "./account.queries.ts";
import { PasswordForm } from "./PasswordForm.tsx";

/** Changes the password, or sets the first one of an account that signed in through a provider. */
export function PasswordSection({ account: { email, hasPassword } }: { account: OwnAccount }) {
  const [isChanging, setChanging] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const close = () => setChanging(false);
  return (
    <Section
      level={3}
      title={accountTexts.password}
      text={hasPassword ? accountTexts.changeSignsOut : accountTexts.noPasswordYet}
    >
      {hasPassword ? (
        <Button look="quiet" small className="self-start" onClick={() => setChanging(true)}>
          {accountTexts.changePassword}
        </Button>
      ) : (
        <FirstPassword email={email} />
      )}
      <p role="status" className="text-muted empty:absolute">
        {message}
      </p>
      <Dialog title={accountTexts.changePasswordTitle} isOpen={isChanging} onClose={close}>
        <PasswordForm
          email={email}
          onCancel={close}
          onChanged={() => {
            toast(accountTexts.passwordChanged);
            setMessage(accountTexts.passwordChanged);
            close();
          }}
        />
      </Dialog>
    </Section>
  );
}

function FirstPassword({ email }: { email: string }) {
  const { mail } = useSettings();
  const request = useRequestPasswordReset();
  if (mail === "off") {
    return (
      <p className="text-sm text-muted">
        {accountTexts.mailOff} <ContactLink />
      </p>
    );
  }
  return (
    <>
      <Button look="quiet" small className="self-start" busy={request.isPending} onClick={() => request.mutate(email)}>
        {accountTexts.sendPasswordLink}
      </Button>
      {request.error && <ErrorPanel {...failureOf(request.error)} />}
      <div role="status" className="space-y-3 empty:absolute">
        {request.isSuccess && (
          <p className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">{accountTexts.setPasswordLinkSent(email)}</p>
        )}
        {request.isSuccess && <SandboxMail />}
      </div>
    </>
  );
}
