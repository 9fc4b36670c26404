import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useMemo, useState } from "react";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { ImportList } from "./ImportList.tsx";
import { readKeptList } from "./keptList.ts";
import { MakeCodes } from "./MakeCodes.tsx";
import { surveyTarget } from "./useImport.ts";

interface AddPeopleProps {
  /** The id of the survey or meeting. */
  listId: string;
  takesCodes: boolean;
  isEmpty: boolean;
  /** A note on the effect of adding people now. */
  note: string | null;
  onCodes: (codes: IssuedCode[]) => void;
  /** Called with whether people of a list are being added, or the adding has stopped midway. */
  onAdding: (isAdding: boolean) => void;
}

/** The two ways to add people, while that is allowed; folded away once there are some. */
export function AddPeople({ listId, takesCodes, isEmpty, note, onCodes, onAdding }: AddPeopleProps) {
  const target = useMemo(() => surveyTarget(listId, takesCodes), [listId, takesCodes]);
  // It stays open after the first people were added, to say how many, and while a list waits to be added.
  const [isNeeded] = useState(isEmpty || readKeptList(listId) !== "");
  return (
    <FoldedFields title={invitationTexts.add} text={invitationTexts.addWays} isNeeded={isNeeded} isWrong={false}>
      {note && <p className="text-sm text-muted">{note}</p>}
      <Tabs
        label={invitationTexts.add}
        tabs={[
          {
            title: invitationTexts.fromList,
            content: <ImportList target={target} surveyId={listId} onCodes={onCodes} onAdding={onAdding} />,
          },
          {
            title: invitationTexts.makeCodes,
            content: takesCodes ? (
              <MakeCodes surveyId={listId} onCodes={onCodes} />
            ) : (
              <p className="text-muted">{invitationTexts.noCodes}</p>
            ),
          },
        ]}
      />
    </FoldedFields>
  );
}
