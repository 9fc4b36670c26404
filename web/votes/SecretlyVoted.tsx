import { useEffect } from "react";
import * as signUpTexts from "../texts/signUpTexts.ts";
import * as voteTexts from "../texts/voteTexts.ts";
import { clearDraft } from "../ui/draft.ts";
import { Icon } from "../ui/Icon.tsx";
import { draftOf } from "./draftOf.ts";
import { VotedPanel } from "./VotedPanel.tsx";

interface SecretlyVotedProps {
  surveyId: string;
  /** The vote was cast just now on this page. */
  isNew: boolean;
  /** The voter's email address, if it is still to be confirmed. */
  unconfirmed: string | null;
}

/** After a secret vote: that the user voted, without the answer, which nothing knows any more. */
export function SecretlyVoted({ surveyId, isNew, unconfirmed }: SecretlyVotedProps) {
  // Another tab may have cast the vote: the choice must not stay in this one.
  useEffect(() => clearDraft("session", draftOf(surveyId)), [surveyId]);
  return (
    <VotedPanel isNew={isNew}>
      <p className="flex items-center gap-2 text-xl font-semibold">
        <Icon name="check" size={20} /> {voteTexts.youVotedSecretly}
      </p>
      <p className="text-muted">{isNew ? voteTexts.counted : voteTexts.onVoterList}</p>
      {unconfirmed && <p className="text-sm text-muted">{signUpTexts.confirmationSent(unconfirmed)}</p>}
    </VotedPanel>
  );
}
