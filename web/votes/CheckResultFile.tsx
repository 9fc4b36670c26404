import type { ResultCheck } from "@survey-app/contract/checkResult.ts";
import { LedgerFlaw } from "@survey-app/contract/ledgerPage.ts";
import { type FormEvent, useRef, useState } from "react";
import * as receiptTexts from "../texts/receiptTexts.ts";
import * as resultTexts from "../texts/resultTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CheckedResult } from "./CheckedResult.tsx";
import { checkFile, NotAResult } from "./checkFile.ts";
import { canCheck } from "./sha256.ts";

type State =
  | { at: "asking"; problem?: string }
  | { at: "checking" }
  | { at: "right"; result: ResultCheck }
  | { at: "wrong"; text: string; detail?: string };

/** Checks the file of a result that the user chooses, in the browser alone, and shows what it found. */
export function CheckResultFile() {
  const [state, setState] = useState<State>({ at: "asking" });
  /** Counts the checks: the outcome of one is dropped when another file was chosen meanwhile. */
  const checks = useRef(0);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [result, ledger] = ["result", "ledger"].map((name) => chosenFile(event.currentTarget, name));
    if (!result) return setState({ at: "asking", problem: resultTexts.chooseFile });
    checks.current += 1;
    const check = checks.current;
    setState({ at: "checking" });
    const found = await checkFile(result, ledger ?? null).then(
      (result): State => ({ at: "right", result }),
      (error: unknown): State => {
        if (error instanceof LedgerFlaw) return { at: "wrong", text: resultTexts.fileIsWrong, detail: error.message };
        if (error instanceof NotAResult) return { at: "wrong", text: error.message };
        throw error;
      },
    );
    if (check === checks.current) setState(found);
  }

  /** What is shown is about the files that are chosen, so another choice ends it. */
  function reset() {
    checks.current += 1;
    setState({ at: "asking" });
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
          error={state.at === "asking" ? state.problem : undefined}
        />
        <TextField
          type="file"
          label={resultTexts.ledgerFile}
          name="ledger"
          accept=".jsonl,application/jsonl"
          hint={resultTexts.ledgerHint}
        />
        <Button type="submit" busy={state.at === "checking"}>
          {resultTexts.startCheck}
        </Button>
      </form>
      {state.at === "wrong" && (
        <div className="space-y-3">
          <ErrorPanel text={state.text} />
          {state.detail && <p className="text-sm wrap-anywhere text-muted">{state.detail}</p>}
        </div>
      )}
      <div role="status">{state.at === "right" && <CheckedResult result={state.result} />}</div>
    </div>
  );
}

function chosenFile({ elements }: HTMLFormElement, name: string): File | undefined {
  return (elements.namedItem(name) as HTMLInputElement).files?.[0];
}
