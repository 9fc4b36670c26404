import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useLateDialog } from "../api/useLateDialog.ts";
import { useUser } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { ownVoteOn } from "./votes.queries.ts";

/**
 * Anyone, with or without a receipt, can have the browser recompute the survey's public ledger, or its final numbers.
 */
export function CheckReceipt({ survey }: { survey: Survey }) {
  const own = useQuery(ownVoteOn(survey._id, useUser()?._id ?? null));
  // Few users need it, and it includes the code that checks a ledger.
  const { Dialog, isOpen, open, close } = useLateDialog(
    async () => (await import("./CheckReceiptDialog.tsx")).CheckReceiptDialog,
  );

  return (
    <div className="py-3! print:hidden">
      <Button
        look="plain"
        small
        className="-ms-3.5 text-start whitespace-normal! text-muted"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon path={innerIcons.ballot} size={16} />{" "}
        {survey.privacy !== "named"
          ? voteTexts.checkNumbers
          : own.data?.receipt
            ? voteTexts.checkReceipt
            : voteTexts.checkAnyReceipt}
      </Button>
      {Dialog && <Dialog survey={survey} ownReceipt={own.data?.receipt ?? ""} isOpen={isOpen} onClose={close} />}
    </div>
  );
}
