import { isFixedByRule, isListFixed } from "@survey-app/contract/ballots/passRule.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import { useState } from "react";
import { useHasEnded, usePublication } from "../surveys/serverTime.ts";
import { AddPeople } from "./AddPeople.tsx";
import { EndedCodes } from "./EndedCodes.tsx";
import { InvitationsTable } from "./InvitationsTable.tsx";
import { ListAndCodes } from "./ListAndCodes.tsx";
import { ReplaceAllCodes } from "./ReplaceAllCodes.tsx";
import { WaitingPeople } from "./WaitingPeople.tsx";

interface InvitationListProps {
  survey: FullSurvey;
  /** Shown below the list's heading. */
  note: string | null;
  /** Whether links are on their way to everyone who doesn't have one. */
  isSending: boolean;
}

/** A survey's list of invited people, for its owner. */
export function InvitationList({ survey, note, isSending }: InvitationListProps) {
  const { _id, takesCodes, privacy, settingsFixed, closedAt } = survey;
  const [isAdding, setAdding] = useState(false);
  const hasEnded = useHasEnded(survey);
  const isOpen = usePublication(survey) === "published";
  const { list } = survey.label;
  const isEmpty = list === null || list.invited + list.added === 0;
  // Once people are being added, the form stays until its codes were shown, whatever happens to the survey meanwhile.
  const canAdd = isAdding || (!hasEnded && !isListFixed(survey));
  // With a pass rule, the list's codes can't be replaced once someone has voted.
  const canReplace = !hasEnded && !isFixedByRule(survey);
  const holder = {
    _id,
    isOpen,
    isSending,
    isOver: closedAt !== null,
    // The list is public from the first publication on, like the settings.
    removeText: settingsFixed ? invitationTexts.removeLaterText : invitationTexts.removeText,
  };
  return (
    <ListAndCodes sheet={survey} className="space-y-10">
      {(onCodes) => (
        <>
          {!hasEnded && (
            <WaitingPeople listId={_id} takesCodes={takesCodes} isSecret={privacy === "secret"} onCodes={onCodes} />
          )}
          {canAdd && (
            <AddPeople
              listId={_id}
              takesCodes={takesCodes}
              isEmpty={isEmpty}
              note={settingsFixed ? invitationTexts.publicAdditions : null}
              onCodes={onCodes}
              onAdding={setAdding}
            />
          )}
          {!canAdd && !hasEnded && (
            <p className="rounded-xl bg-sunken px-4 py-3">
              {survey.passRule ? passRuleTexts.fixed : invitationTexts.secretFixed}
            </p>
          )}
          <section aria-labelledby="list" className="space-y-4">
            <h2 id="list" className="text-xl">
              {invitationTexts.title}
            </h2>
            {note && <p className="text-muted">{note}</p>}
            {list && list.added + list.struck > 0 && (
              <p className="text-sm text-muted">{invitationTexts.changedLater(list.added, list.struck)}</p>
            )}
            {!hasEnded && <EndedCodes surveyId={_id} onCodes={onCodes} />}
            <InvitationsTable holder={holder} onCodes={onCodes} />
            {list && list.codes > 0 && canReplace && (
              <ReplaceAllCodes listId={_id} replaced={list.replaced ?? 0} onCodes={onCodes} />
            )}
          </section>
        </>
      )}
    </ListAndCodes>
  );
}
