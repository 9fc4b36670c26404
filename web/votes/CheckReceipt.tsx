import type { Survey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "../session/useSession.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import * as receiptTexts from "../texts/receiptTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { toast } from "../ui/toast.ts";
import type { CheckReceiptDialog } from "./CheckReceiptDialog.tsx";
import { ownVoteOn } from "./votes.queries.ts";

/** Anyone, with or without a receipt, can have the browser recompute the survey's public ledger. */
export function CheckReceipt({ survey }: { survey: Survey }) {
  const own = useQuery(ownVoteOn(survey._id, useUser()?._id ?? null));
  // Loaded on demand: few users need it, and it includes the code that checks a ledger.
  const [Dialog, setDialog] = useState<typeof CheckReceiptDialog | null>(null);
  const [isOpen, setOpen] = useState(false);

  async function open() {
    try {
      const loaded = await import("./CheckReceiptDialog.tsx");
      setDialog(() => loaded.CheckReceiptDialog);
      setOpen(true);
    } catch {
      toast(frameTexts.noConnection);
    }
  }

  return (
    <div className="py-3!">
      <Button
        look="plain"
        small
        className="-ml-3.5 text-left whitespace-normal! text-muted"
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        <Icon path={innerIcons.ballot} size={16} /> {receiptTexts.action}
      </Button>
      {Dialog && (
        <Dialog survey={survey} ownReceipt={own.data?.receipt ?? ""} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
