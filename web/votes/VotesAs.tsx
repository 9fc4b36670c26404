import { personName } from "@survey-app/contract/users/personName.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import { useId, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { UserText } from "../ui/UserText.tsx";
import { forgetOpenedInvitation } from "./changeInvitation.ts";

export const Who = ({ children }: { children: string }) => (
  <UserText as="strong" className="font-semibold">
    {children}
  </UserText>
);

interface VotesAsProps {
  who: string;
  /** The id of the survey or the meeting that the invitation is for. */
  id: string;
}

/** The name under which the opened invitation votes, with a button for other readers. */
export function VotesAs({ who, id }: VotesAsProps) {
  const [asks, setAsks] = useState(false);
  const sentence = useId();
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-2">
        <span id={sentence}>{invitedTexts.votesAs(<Who>{personName(who)}</Who>)}</span>
        <Button look="plain" small aria-describedby={sentence} className="-me-3.5" onClick={() => setAsks(true)}>
          {invitedTexts.notMe}
        </Button>
      </p>
      <ConfirmDialog
        title={invitedTexts.notMeTitle(who)}
        isOpen={asks}
        label={invitedTexts.notMeAction}
        onConfirm={() => forgetOpenedInvitation(id)}
        onClose={() => setAsks(false)}
      >
        {invitedTexts.notMeText}
      </ConfirmDialog>
    </>
  );
}
