import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { replacementOf, useReplaceCodes } from "./invitations.queries.ts";
import { useCodesInParts } from "./useCodesInParts.ts";

interface ReplaceAllCodesProps {
  /** The id of the survey or meeting. */
  listId: string;
  /** The number of replaced codes that everyone can read now. */
  replaced: number;
  /** Called with codes that are shown only once. */
  onCodes: (codes: IssuedCode[]) => void;
}

/**
 * Replaces all codes of a list, for example because a sheet was lost. Used codes are replaced, too: leaving them out
 * would tell who has voted. A dialog first names the number that everyone will read.
 */
export function ReplaceAllCodes({ listId, replaced, onCodes }: ReplaceAllCodesProps) {
  const [asks, setAsks] = useState(false);
  const { data, error, refetch } = useQuery({ ...replacementOf(listId), enabled: asks });
  const replace = useReplaceCodes(listId, true);
  const { makeAll } = useCodesInParts(replace, (codes) => {
    setAsks(false);
    onCodes(codes);
  });
  const failure = replace.error ?? error;
  return (
    <>
      <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {invitationTexts.replaceAll}
      </Button>
      <ConfirmDialog
        title={invitationTexts.replaceAllTitle}
        label={invitationTexts.replaceAll}
        isOpen={asks}
        isBusy={replace.isPending || (asks && !data && !error)}
        failure={failure && failureOf(failure, invitationTexts.codesUnknown).text}
        // Only once the number is loaded. An error is shown in the dialog.
        onConfirm={() => void (data ? makeAll().catch(() => {}) : refetch())}
        onClose={() => {
          replace.reset();
          setAsks(false);
        }}
      >
        {data && (
          <>
            {invitationTexts.replaceAllText(data.left)}{" "}
            {data.replaced === replaced
              ? invitationTexts.replaceAllFree
              : invitationTexts.replaceAllCounted(data.replaced)}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
