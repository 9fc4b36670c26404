import { readReceipt } from "@survey-app/contract/ballots/ledger.ts";
import type { LedgerCheckResult } from "@survey-app/contract/results/checkLedger.ts";
import { totalsText } from "@survey-app/contract/results/ledgerPage.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as receiptTexts from "@survey-app/texts/receiptTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import { TextField } from "../ui/TextField.tsx";
import { WorkProgress } from "../ui/WorkProgress.tsx";
import { checkReceipt } from "./checkReceipt.ts";
import { wordOf } from "./choices.ts";
import { type Finding, findingOf } from "./receiptFindings.ts";
import { canCheck } from "./sha256.ts";
import { TechnicalDetails } from "./TechnicalDetails.tsx";

interface CheckReceiptDialogProps {
  survey: Survey;
  /** The field's initial value; may be empty. */
  ownReceipt: string;
  isOpen: boolean;
  onClose: () => void;
}

type State =
  | { phase: "asking"; problem?: string }
  | { phase: "checking"; done: number; total: number }
  | { phase: "valid"; checked: LedgerCheckResult }
  | { phase: "invalid"; finding: Finding }
  | { phase: "failed"; error: unknown };

/**
 * The browser recomputes the ledger of a survey's votes, looks for a receipt in it, and shows the result. Where votes
 * are not public, there are no receipts, and only the final numbers can be checked.
 */
export function CheckReceiptDialog({ survey, ownReceipt, isOpen, onClose }: CheckReceiptDialogProps) {
  const formId = useId();
  const work = useRef<AbortController | null>(null);
  const [state, setState] = useState<State>({ phase: "asking" });
  useEffect(() => () => work.current?.abort(), []);
  const isNamed = survey.privacy === "named";
  const canStart = isNamed || survey.closedAt !== null;

  function close() {
    work.current?.abort();
    setState({ phase: "asking" });
    onClose();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.phase === "checking") return;
    const receipt = String(new FormData(event.currentTarget).get("receipt") ?? "").trim();
    if (receipt && !readReceipt(receipt)) return setState({ phase: "asking", problem: receiptTexts.notAReceipt });
    const controller = new AbortController();
    work.current = controller;
    setState({ phase: "checking", done: 0, total: survey.participants });
    const onProgress = (done: number, total: number) =>
      !controller.signal.aborted && setState({ phase: "checking", done, total });
    const found = await checkReceipt(survey, receipt, onProgress, controller.signal).then(
      (checked): State => ({ phase: "valid", checked }),
      (error): State => {
        const wrong = isNamed ? receiptTexts.logIsWrong : receiptTexts.numbersAreWrong;
        const finding = findingOf(error, receipt, ownReceipt, wrong);
        return finding ? { phase: "invalid", finding } : { phase: "failed", error };
      },
    );
    if (!controller.signal.aborted) setState(found);
  }

  return (
    <Dialog
      title={!isNamed ? voteTexts.checkNumbers : ownReceipt ? voteTexts.checkReceipt : voteTexts.checkAnyReceipt}
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button look="plain" onClick={close}>
            {uiTexts.close}
          </Button>
          {canCheck() && canStart && (
            <Button type="submit" form={formId} busy={state.phase === "checking"}>
              {receiptTexts.check}
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted">{isNamed ? receiptTexts.intro : receiptTexts.introNumbers}</p>
      {!canStart && <p>{receiptTexts.numbersAtTheEnd}</p>}
      {canCheck() ? (
        <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)}>
          {isNamed && (
            <TextField
              label={receiptTexts.label}
              name="receipt"
              hint={receiptTexts.hint((example) => <span className="whitespace-nowrap">{example}</span>)}
              defaultValue={ownReceipt}
              autoComplete="off"
              spellCheck={false}
              error={state.phase === "asking" ? state.problem : undefined}
            />
          )}
        </form>
      ) : (
        <ErrorPanel text={receiptTexts.httpsOnly} />
      )}
      <Findings state={state} />
      <TechnicalDetails
        survey={survey}
        checked={state.phase === "valid" ? state.checked : null}
        findings={state.phase === "invalid" ? state.finding.details : []}
      />
    </Dialog>
  );
}

function Findings({ state }: { state: State }) {
  if (state.phase === "invalid") return <ErrorPanel text={state.finding.text} />;
  if (state.phase === "failed") return <ErrorPanel {...failureOf(state.error)} />;
  return (
    <div role="status">
      {state.phase === "checking" && (
        <div className="flex items-center gap-4">
          <WorkProgress label={receiptTexts.checking} done={state.done} total={state.total} />
        </div>
      )}
      {state.phase === "valid" && <LedgerChecked checked={state.checked} />}
    </div>
  );
}

/**
 * A ledger that passed the check: the vote of the receipt, or all votes without a receipt; or only its final numbers.
 */
function LedgerChecked({ checked }: { checked: LedgerCheckResult }) {
  return (
    <p className="flex gap-2 rounded-xl border border-yes/40 px-5 py-4 font-semibold">
      <Icon name={checked.found[0]?.replacedBy ? "clock" : "check"} />
      <span>{describeChecked(checked)}</span>
    </p>
  );
}

function describeChecked(checked: LedgerCheckResult): string {
  const {
    rows,
    participants,
    totals,
    found: [own],
    isWithoutRows,
    end,
  } = checked;
  if (isWithoutRows && end !== null)
    return totals
      ? receiptTexts.numbersRight(totalsText(totals, formatCount))
      : receiptTexts.numbersRightFew(participants);
  if (own?.replacedBy) return receiptTexts.replaced(own.n, rows, own.replacedBy);
  if (own)
    return own.vote === undefined
      ? receiptTexts.countedSealed(own.n, rows)
      : receiptTexts.counted(wordOf(own.vote), own.n, rows);
  return totals
    ? receiptTexts.complete(participants, totalsText(totals, formatCount))
    : receiptTexts.completeSealed(participants);
}
