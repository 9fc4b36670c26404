import { type Checked, LedgerFlaw, ReceiptMissing } from "@survey-app/contract/checkLedger.ts";
import { readReceipt } from "@survey-app/contract/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { failureOf } from "../failure.ts";
import { plural } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { WorkProgress } from "../ui/WorkProgress.tsx";
import { canCheck, checkReceipt } from "./checkReceipt.ts";
import { LedgerChecked } from "./LedgerChecked.tsx";
import { WhatReceiptsProve } from "./WhatReceiptsProve.tsx";

interface CheckReceiptDialogProps {
  survey: Survey;
  /** Stands in the field to begin with; may be empty. */
  ownReceipt: string;
  isOpen: boolean;
  onClose: () => void;
}

type State =
  | { at: "asking"; problem?: string }
  | { at: "checking"; done: number; total: number }
  | { at: "right"; checked: Checked }
  | { at: "wrong"; text: string }
  | { at: "failed"; error: unknown };

/** The browser itself recomputes the log of a survey's votes, looks for a receipt in it, and says what it found. */
export function CheckReceiptDialog({ survey, ownReceipt, isOpen, onClose }: CheckReceiptDialogProps) {
  const formId = useId();
  const work = useRef<AbortController | null>(null);
  const [state, setState] = useState<State>({ at: "asking" });
  useEffect(() => () => work.current?.abort(), []);

  function close() {
    work.current?.abort();
    setState({ at: "asking" });
    onClose();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.at === "checking") return;
    const receipt = String(new FormData(event.currentTarget).get("receipt")).trim();
    if (receipt && !readReceipt(receipt)) return setState({ at: "asking", problem: NOT_A_RECEIPT });
    const controller = new AbortController();
    work.current = controller;
    setState({ at: "checking", done: 0, total: survey.totalVotes });
    const onProgress = (done: number, total: number) =>
      !controller.signal.aborted && setState({ at: "checking", done, total });
    const found = await checkReceipt(survey, receipt, onProgress, controller.signal).then(
      (checked): State => ({ at: "right", checked }),
      toFailure,
    );
    if (!controller.signal.aborted) setState(found);
  }

  return (
    <Dialog
      title="Check my receipt"
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button look="plain" onClick={close}>
            Close
          </Button>
          {canCheck() && (
            <Button type="submit" form={formId} busy={state.at === "checking"}>
              Check
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted">
        Your browser fetches the public log of all votes on this survey, recomputes it row by row, and looks for your
        receipt in it.
      </p>
      {canCheck() ? (
        <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)}>
          <TextField
            label="Receipt"
            name="receipt"
            hint="Like 1234-9f3a-5c0d-21be-77aa. Without one, the log alone is checked."
            defaultValue={ownReceipt}
            autoComplete="off"
            spellCheck={false}
            error={state.at === "asking" ? state.problem : undefined}
          />
        </form>
      ) : (
        <ErrorPanel text="Browsers compute such logs only on pages that come by https, and this one doesn't." />
      )}
      <Findings state={state} />
      <WhatReceiptsProve surveyId={survey._id} />
    </Dialog>
  );
}

const NOT_A_RECEIPT = "That is no receipt: those are a number and four groups of four digits or letters a to f.";

function toFailure(error: unknown): State {
  if (error instanceof ReceiptMissing)
    return {
      at: "wrong",
      text: `${error.message} All rows of the log follow from each other. If every digit is right, and the receipt is one of this survey, the log was rewritten after you got it: keep the receipt, and show it to others.`,
    };
  if (error instanceof LedgerFlaw)
    return { at: "wrong", text: `The log is not right. ${error.message} Keep your receipt, and tell others.` };
  return { at: "failed", error };
}

function Findings({ state }: { state: State }) {
  if (state.at === "wrong") return <ErrorPanel text={state.text} />;
  if (state.at === "failed") return <ErrorPanel {...failureOf(state.error)} />;
  return (
    <div role="status">
      {state.at === "checking" && (
        <div className="flex items-center gap-4">
          <WorkProgress
            label="Checking the log"
            done={state.done}
            total={state.total}
            totalText={plural(state.total, "vote")}
          />
        </div>
      )}
      {state.at === "right" && <LedgerChecked checked={state.checked} />}
    </div>
  );
}
