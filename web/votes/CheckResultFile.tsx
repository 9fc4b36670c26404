import { LedgerFlaw } from "@survey-app/contract/results/ledgerPage.ts";
import * as receiptTexts from "@survey-app/texts/receiptTexts.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CheckedRecord } from "./CheckedRecord.tsx";
import { CheckedResult } from "./CheckedResult.tsx";
import { type CheckedFile, checkAddress, checkFile, NotAResult } from "./checkFile.ts";
import { canCheck } from "./sha256.ts";

type State =
  | { phase: "asking"; problem?: string }
  | { phase: "checking" }
  | { phase: "valid"; file: CheckedFile }
  | { phase: "invalid"; text: string; detail?: string };

/**
 * Checks the file of a result, or the record of a meeting, that the user chooses, in the browser alone, and shows what
 * it found.
 * @param address of a record on this site, which is offered
 */
export function CheckResultFile({ address = "" }: { address?: string }) {
  const [state, setState] = useState<State>({ phase: "asking" });
  /** Counts the checks: the result of one is dropped when another file was chosen meanwhile. */
  const checks = useRef(0);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [result, ledger] = ["result", "ledger"].map((name) => chosenFile(event.currentTarget, name));
    const record = (event.currentTarget.elements.namedItem("address") as HTMLInputElement).value.trim();
    if (!result && record === "") return setState({ phase: "asking", problem: resultTexts.chooseFile });
    checks.current += 1;
    const check = checks.current;
    setState({ phase: "checking" });
    const found = await (result ? checkFile(result, ledger ?? null) : checkAddress(record)).then(
      (file): State => ({ phase: "valid", file }),
      (error: unknown): State => {
        if (error instanceof LedgerFlaw)
          return { phase: "invalid", text: resultTexts.fileIsWrong, detail: error.message };
        if (error instanceof NotAResult) return { phase: "invalid", text: error.message };
        throw error;
      },
    );
    if (check === checks.current) setState(found);
  }

  /** The shown result belongs to the chosen files, so another choice removes it. */
  function reset() {
    checks.current += 1;
    setState({ phase: "asking" });
  }

  if (!canCheck()) return <ErrorPanel text={receiptTexts.httpsOnly} />;
  return (
    <div className="space-y-8">
      <form noValidate onSubmit={(event) => void onSubmit(event)} onChange={reset} className="space-y-5">
        <TextField
          type="file"
          label={resultTexts.file}
          name="result"
          accept=".json,application/json"
          error={state.phase === "asking" ? state.problem : undefined}
        />
        <TextField
          type="file"
          label={resultTexts.ledgerFile}
          name="ledger"
          accept=".jsonl,application/jsonl"
          hint={resultTexts.ledgerHint}
        />
        <TextField
          type="url"
          label={recordTexts.address}
          name="address"
          defaultValue={address}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" busy={state.phase === "checking"}>
          {resultTexts.startCheck}
        </Button>
      </form>
      {state.phase === "invalid" && (
        <div className="space-y-3">
          <ErrorPanel text={state.text} />
          {state.detail && <p className="text-sm wrap-anywhere text-muted">{state.detail}</p>}
        </div>
      )}
      <div role="status">
        {state.phase === "valid" &&
          ("record" in state.file ? (
            <CheckedRecord record={state.file.record} />
          ) : (
            <CheckedResult result={state.file.result} />
          ))}
      </div>
    </div>
  );
}

function chosenFile({ elements }: HTMLFormElement, name: string): File | undefined {
  return (elements.namedItem(name) as HTMLInputElement).files?.[0];
}
