import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { endedCodesOf, useReplaceCodes } from "./invitations.queries.ts";
import { useCodesInParts } from "./useCodesInParts.ts";

interface EndedCodesProps {
  surveyId: string;
  /** Called with codes that are shown only once. */
  onCodes: (codes: IssuedCode[]) => void;
}

/**
 * Codes that no longer work, because the server's secret has changed, for the owner to replace; nothing if there are
 * none.
 */
export function EndedCodes({ surveyId, onCodes }: EndedCodesProps) {
  const count = useInfiniteQuery(endedCodesOf(surveyId)).data?.pages[0]?.total ?? 0;
  const replace = useReplaceCodes(surveyId, false);
  const { makeAll, areSomeMade } = useCodesInParts(replace, onCodes);
  if (count === 0 && !areSomeMade()) return null;
  return (
    <div className="space-y-3 rounded-xl bg-sunken px-4 py-3">
      {count > 0 && <p>{invitationTexts.endedCodes(count)}</p>}
      {replace.error && <ErrorPanel {...failureOf(replace.error, invitationTexts.codesUnknown)} />}
      <ActionButton
        look="quiet"
        busy={replace.isPending}
        again={uiTexts.pressAgain}
        // The error is shown.
        onClick={() => void makeAll().catch(() => {})}
      >
        {invitationTexts.replaceEnded}
      </ActionButton>
    </div>
  );
}
