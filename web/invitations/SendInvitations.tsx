import { PUBLISHED, type Survey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../session/settings.ts";
import { RemindDialog } from "../surveys/RemindDialog.tsx";
import { useHasEnded, useWaitsForStart } from "../surveys/serverTime.ts";
import * as invitationTexts from "../texts/invitationTexts.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useSendInvitations } from "./invitations.queries.ts";

interface SendInvitationsProps {
  survey: Survey;
  /** Whether anyone on the list has an email address. */
  hasAddresses: boolean;
}

/** Sends the links to people on the list who have none, and reminds those who have not voted. */
export function SendInvitations({ survey, hasAddresses }: SendInvitationsProps) {
  const { mail } = useSettings();
  const waits = useWaitsForStart(survey);
  const hasEnded = useHasEnded(survey);
  const send = useSendInvitations(survey._id);
  const [asks, setAsks] = useState(false);
  const [reminded, setReminded] = useState<Survey | null>(null);
  if (hasEnded) return null;
  if (mail === "off") return <p className="text-muted">{invitationTexts.mailOff}</p>;
  if (survey.status !== PUBLISHED || waits) return <p className="text-muted">{invitationTexts.sendLater}</p>;
  if (!hasAddresses) return null;

  function close() {
    send.reset();
    setAsks(false);
  }

  function confirm() {
    if (send.isPending) return;
    send.mutate(undefined, {
      onSuccess: ({ modifiedCount }) => {
        toast(invitationTexts.sent(modifiedCount));
        close();
      },
    });
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setAsks(true)}>{invitationTexts.send}</Button>
      <Button look="quiet" onClick={() => setReminded(survey)}>
        {outcomeTexts.remind}
      </Button>
      <ConfirmDialog
        title={invitationTexts.sendTitle}
        isOpen={asks}
        isBusy={send.isPending}
        failure={send.error && failureOf(send.error).text}
        label={invitationTexts.send}
        onConfirm={confirm}
        onClose={close}
      >
        {invitationTexts.sendText}
      </ConfirmDialog>
      <RemindDialog survey={reminded} onClose={() => setReminded(null)} />
    </div>
  );
}
