import { PUBLISHED, type Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useSettings } from "../session/settings.ts";
import { RemindDialog } from "../surveys/RemindDialog.tsx";
import { useHasEnded, useIsBeforeStart } from "../surveys/serverTime.ts";
import * as invitationTexts from "../texts/invitationTexts.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { invitationsOf, useSendInvitations } from "./invitations.queries.ts";

interface SendInvitationsProps {
  survey: Survey;
  /** Whether anyone on the list has an email address. */
  hasAddresses: boolean;
}

/** Sends the links to people on the list who have none, and reminds those who have not voted. */
export function SendInvitations({ survey, hasAddresses }: SendInvitationsProps) {
  const { mail } = useSettings();
  const waits = useIsBeforeStart(survey);
  const hasEnded = useHasEnded(survey);
  const [asks, setAsks] = useState(false);
  const sending = useConfirmation(useSendInvitations(survey._id), {
    subject: asks ? undefined : null,
    onDone: (_, { modifiedCount }) => toast(invitationTexts.sent(modifiedCount)),
    onClose: () => setAsks(false),
  });
  const listed = useInfiniteQuery(invitationsOf(survey._id, { state: "listed", q: "" }));
  const [reminded, setReminded] = useState<Survey | null>(null);
  if (hasEnded) return null;
  if (mail === "off") return <p className="text-muted">{invitationTexts.mailOff}</p>;
  if (survey.status !== PUBLISHED || waits) return <p className="text-muted">{invitationTexts.sendLater}</p>;
  if (!hasAddresses) return null;
  const { data: unsent } = listed;
  const hasUnsent = unsent && (listed.hasNextPage || unsent.pages.some(({ rows }) => rows.some(({ email }) => email)));

  return (
    <div className="flex flex-wrap gap-3">
      {hasUnsent && <Button onClick={() => setAsks(true)}>{invitationTexts.send}</Button>}
      <Button look="quiet" onClick={() => setReminded(survey)}>
        {outcomeTexts.remind}
      </Button>
      <ConfirmDialog title={invitationTexts.sendTitle} label={invitationTexts.send} {...sending}>
        {invitationTexts.sendText}
      </ConfirmDialog>
      <RemindDialog survey={reminded} onClose={() => setReminded(null)} />
    </div>
  );
}
