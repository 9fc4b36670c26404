import * as confirmToVoteTexts from "@survey-app/texts/confirmToVoteTexts.ts";
import { useEffect, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { usePath } from "../routing/address.ts";
import { keepDraft } from "../session/keptDraft.ts";
import { SandboxMail } from "../session/SandboxMail.tsx";
import { refreshSession } from "../session/session.ts";
import { useRequestVerification } from "../session/useRequestVerification.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { UserText } from "../ui/UserText.tsx";

interface ConfirmToVoteProps {
  email: string;
  /** The picked answer, "" without one. */
  picked: string;
}

/**
 * Replaces the button that votes, where only confirmed addresses vote. The picked answer is kept for the tab that the
 * email's link opens, and for this one, which that tab notifies.
 */
export function ConfirmToVote({ email, picked }: ConfirmToVoteProps) {
  const path = usePath();
  const verification = useRequestVerification();
  const [note, setNote] = useState("");
  useEffect(() => {
    if (picked !== "") keepDraft(path, email);
  }, [picked, path, email]);
  return (
    <section className="space-y-3 rounded-xl bg-accent-soft p-4" data-confirm-to-vote>
      <h3 className="font-semibold">{confirmToVoteTexts.title}</h3>
      <p className="text-sm">{confirmToVoteTexts.text(<UserText className="font-medium">{email}</UserText>)}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          small
          busy={verification.isPending}
          onClick={() => verification.mutate(undefined, { onSuccess: () => setNote(confirmToVoteTexts.sent(email)) })}
        >
          {confirmToVoteTexts.send}
        </Button>
        <Button
          look="quiet"
          small
          // Once the address is confirmed, the button that votes takes the place of all this.
          onClick={() => void refreshSession().then(() => setNote(confirmToVoteTexts.still(email)))}
        >
          {confirmToVoteTexts.confirmed}
        </Button>
      </div>
      {verification.error && <ErrorPanel {...failureOf(verification.error)} />}
      <p role="status" className="text-sm empty:hidden">
        {note}
      </p>
      <SandboxMail />
    </section>
  );
}
