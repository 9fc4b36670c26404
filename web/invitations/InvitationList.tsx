import type { IssuedCode } from "@survey-app/contract/invitations.ts";
import { type FullSurvey, isFrozen } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { useHasEnded } from "../surveys/serverTime.ts";
import * as invitationTexts from "../texts/invitationTexts.ts";
import { focusHeading } from "../ui/focusHeading.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { CodesSheet } from "./CodesSheet.tsx";
import { ImportList } from "./ImportList.tsx";
import { InvitationsTable } from "./InvitationsTable.tsx";
import { MakeCodes } from "./MakeCodes.tsx";
import { SendInvitations } from "./SendInvitations.tsx";

/** A survey's list of invited people, for its owner; new codes take its place until the owner has them. */
export function InvitationList({ survey }: { survey: FullSurvey }) {
  const [codes, setCodes] = useState<IssuedCode[] | null>(null);
  const [isAdding, setAdding] = useState(false);
  const hasEnded = useHasEnded(survey);
  const close = () => {
    setCodes(null);
    // The button that had the focus is gone.
    setTimeout(() => focusHeading(() => document.activeElement === document.body));
  };
  if (survey.electorate !== "invited") return <p className="text-muted">{invitationTexts.openElectorate}</p>;
  const { list } = survey.label;
  const isFixed = survey.privacy === "secret" && isFrozen(survey);
  // Once people are being added, the form stays until its codes were shown, whatever happens to the survey meanwhile.
  const canAdd = isAdding || (!hasEnded && !isFixed);
  const page = (
    <div hidden={codes !== null} className="space-y-10">
      {canAdd && <AddPeople survey={survey} onCodes={setCodes} onAdding={setAdding} />}
      {!canAdd && !hasEnded && <p className="rounded-xl bg-sunken px-4 py-3">{invitationTexts.secretFixed}</p>}
      <section aria-labelledby="list" className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="list" className="text-xl">
            {invitationTexts.title}
          </h2>
          <SendInvitations survey={survey} hasAddresses={list !== null && list.invited + list.added > list.codes} />
        </div>
        {list && list.added + list.struck > 0 && (
          <p className="text-sm text-muted">{invitationTexts.changedLater(list.added, list.struck)}</p>
        )}
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
  onCodes: (codes: IssuedCode[]) => void;
  /** Called with whether people of a list are being added, or the adding has stopped midway. */
  onAdding: (isAdding: boolean) => void;
}

/** The two ways to add people, while that is allowed. */
function AddPeople({ survey, onCodes, onAdding }: AddPeopleProps) {
  return (
    <section aria-labelledby="add" className="space-y-4 rounded-2xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="add" className="text-xl">
        {invitationTexts.add}
      </h2>
      {survey.settingsFixed && <p className="text-sm text-muted">{invitationTexts.publicAdditions}</p>}
      <Tabs
        label={invitationTexts.add}
        tabs={[
          {
            title: invitationTexts.fromList,
            content: <ImportList surveyId={survey._id} onCodes={onCodes} onAdding={onAdding} />,
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
    </section>
  );
}
