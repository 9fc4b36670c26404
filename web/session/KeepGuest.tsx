import * as guestTexts from "@survey-app/texts/guestTexts.ts";
import { useState } from "react";
import { useSettings } from "../api/settings.ts";
import { usePath } from "../routing/address.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { KeepGuestForm } from "./KeepGuestForm.tsx";

/**
 * Says what happens to a guest's questions, with a form that makes the guest an account, where people may create one.
 */
export function KeepGuest() {
  const { registration, organization } = useSettings();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isAmongThem = usePath().startsWith("/dashboard");
  const canKeep = registration.kind === "open" && !organization?.isOnly;
  return (
    <section
      aria-label={guestTexts.title}
      className="flex max-w-read flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-accent-soft p-5 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <p className="font-semibold">{guestTexts.title}</p>
        <p className="text-sm">{canKeep ? `${guestTexts.text} ${guestTexts.addAddress}` : guestTexts.text}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {canKeep && (
          <Button small onClick={() => setOpen(true)}>
            {guestTexts.open}
          </Button>
        )}
        {!isAmongThem && (
          <LinkButton look="quiet" small href="/dashboard/surveyor/surveys">
            {guestTexts.own}
          </LinkButton>
        )}
      </div>
      <Dialog title={guestTexts.dialog} isOpen={isOpen} onClose={close}>
        <KeepGuestForm onCancel={close} />
      </Dialog>
    </section>
  );
}
