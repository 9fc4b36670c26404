import { isListFixed } from "@survey-app/contract/ballots/passRule.ts";
import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import { useMemo, useState } from "react";
import { useHasEnded } from "../surveys/serverTime.ts";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { focusHeading } from "../ui/focusHeading.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { CodesSheet } from "./CodesSheet.tsx";
import { EndedCodes } from "./EndedCodes.tsx";
import { ImportList } from "./ImportList.tsx";
import { InvitationsTable } from "./InvitationsTable.tsx";
import { readKeptList } from "./keptList.ts";
import { MakeCodes } from "./MakeCodes.tsx";
import { surveyTarget } from "./useImport.ts";

interface InvitationListProps {
  survey: FullSurvey;
  /** Shown below the list's heading. */
  note: string | null;
}

/** A survey's list of invited people, for its owner; new codes take its place until the owner has them. */
export function InvitationList({ survey, note }: InvitationListProps) {
  const [codes, setCodes] = useState<IssuedCode[] | null>(null);
  const [isAdding, setAdding] = useState(false);
  const hasEnded = useHasEnded(survey);
  const close = () => {
    setCodes(null);
    // The button that had the focus is gone.
    setTimeout(() => focusHeading(() => document.activeElement === document.body));
  };
  const { list } = survey.label;
  const isEmpty = list === null || list.invited + list.added === 0;
  // Once people are being added, the form stays until its codes were shown, whatever happens to the survey meanwhile.
  const canAdd = isAdding || (!hasEnded && !isListFixed(survey));
  const page = (
    <div hidden={codes !== null} className="space-y-10">
      {canAdd && <AddPeople survey={survey} isEmpty={isEmpty} onCodes={setCodes} onAdding={setAdding} />}
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
        {!hasEnded && <EndedCodes surveyId={survey._id} onCodes={setCodes} />}
        <InvitationsTable survey={survey} onCodes={setCodes} />
      </section>
    </div>
  );
  return (
    <>
      {page}
      {codes && <CodesSheet survey={survey} codes={codes} onClose={close} />}
    </>
  );
}

interface AddPeopleProps {
  survey: FullSurvey;
  isEmpty: boolean;
  onCodes: (codes: IssuedCode[]) => void;
  /** Called with whether people of a list are being added, or the adding has stopped midway. */
  onAdding: (isAdding: boolean) => void;
}

/** The two ways to add people, while that is allowed; folded away once there are some. */
function AddPeople({ survey, isEmpty, onCodes, onAdding }: AddPeopleProps) {
  const target = useMemo(() => surveyTarget(survey._id, survey.takesCodes), [survey._id, survey.takesCodes]);
  // It stays open after the first people were added, where it says how many, and where a list waits to be added.
  const [isNeeded] = useState(isEmpty || readKeptList(survey._id) !== "");
  return (
    <FoldedFields title={invitationTexts.add} text={invitationTexts.addWays} isNeeded={isNeeded} isWrong={false}>
      {survey.settingsFixed && <p className="text-sm text-muted">{invitationTexts.publicAdditions}</p>}
      <Tabs
        label={invitationTexts.add}
        tabs={[
          {
            title: invitationTexts.fromList,
            content: <ImportList target={target} surveyId={survey._id} onCodes={onCodes} onAdding={onAdding} />,
          },
          {
            title: invitationTexts.makeCodes,
            content: survey.takesCodes ? (
              <MakeCodes surveyId={survey._id} onCodes={onCodes} />
            ) : (
              <p className="text-muted">{invitationTexts.noCodes}</p>
            ),
          },
        ]}
      />
    </FoldedFields>
  );
}
