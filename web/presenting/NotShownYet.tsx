import { show } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { useState } from "react";
import { ShowResultDialog } from "../managing/ShowResultDialog.tsx";
import { may } from "../session/may.ts";
import { useOwner } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";

/** Whether the result of a survey waits until this reader shows it. */
export function useCanShow(survey: Survey): boolean {
  const user = useOwner();
  return survey.resultsOpen === "whenShown" && survey.participants > 0 && may(show, user, survey);
}

/** Before a room goes on: says that the result of its present question was not shown yet. */
export function NotShownYet({ survey }: { survey: Survey }) {
  const [shown, setShown] = useState<Survey | null>(null);
  const canShow = useCanShow(survey);
  return (
    <>
      {canShow && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunken px-4 py-3">
          <p className="min-w-0 flex-1 basis-48">{roomTexts.notShown}</p>
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setShown(survey)}>
            {roomTexts.showFirst}
          </Button>
        </div>
      )}
      <ShowResultDialog survey={shown} onClose={() => setShown(null)} />
    </>
  );
}
