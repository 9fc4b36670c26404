import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { ContactLink } from "../legal/ContactLink.tsx";
import type { OwnAccount } from "../session/ownAccount.ts";
import { SandboxMail } from "../session/SandboxMail.tsx";
import { useRequestVerification } from "../session/useRequestVerification.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Dot } from "../ui/Dot.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Section } from "../ui/Section.tsx";
import { UserText } from "../ui/UserText.tsx";
import { EmailForm } from "./EmailForm.tsx";

/** The user's email address, whether it is confirmed, and a button to change it. */
export function EmailSection({ account }: { account: OwnAccount }) {
  const { mail } = useSettings();
  const verification = useRequestVerification();
  const [isChanging, setChanging] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const { email, emailVerified, hasPassword } = account;
  const close = () => setChanging(false);

  return (
    <Section title={accountTexts.emailAddress}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <UserText className="font-medium">{email}</UserText>
        {emailVerified ? (
          <Dot tone="yes">{accountTexts.confirmed}</Dot>
        ) : (
          <Dot tone="quiet">{accountTexts.notConfirmed}</Dot>
        )}
      </p>
      {mail === "off" ? (
        <p className="text-sm text-muted">
          {accountTexts.mailOff} <ContactLink />
        </p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {!emailVerified && (
            <Button
              look="quiet"
              small
              busy={verification.isPending}
              onClick={() =>
                verification.mutate(undefined, { onSuccess: () => setSent(accountTexts.verificationSent(email)) })
              }
            >
              {accountTexts.sendAgain}
            </Button>
          )}
          {hasPassword && (
            <Button look="quiet" small onClick={() => setChanging(true)}>
              {accountTexts.changeAddress}
            </Button>
          )}
        </div>
      )}
      {!hasPassword && <p className="text-sm text-muted">{accountTexts.addressNeedsPassword}</p>}
      {verification.error && <ErrorPanel {...failureOf(verification.error)} />}
      <div role="status" className="space-y-3 empty:absolute">
        {sent && <p className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">{sent}</p>}
        {sent && <SandboxMail />}
      </div>
      <Dialog title={accountTexts.changeAddressTitle} isOpen={isChanging} onClose={close}>
        <EmailForm
          current={email}
          onCancel={close}
          onSent={(next) => {
            setSent(accountTexts.newAddressSent(next));
            close();
          }}
        />
      </Dialog>
    </Section>
  );
}
