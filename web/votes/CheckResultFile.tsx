import type { ResultCheck } from "@survey-app/contract/results/checkResult.ts";
import { LedgerFlaw, totalsText } from "@survey-app/contract/results/ledgerPage.ts";
import { describeByRule } from "@survey-app/contract/results/passedText.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as receiptTexts from "@survey-app/texts/receiptTexts.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import { TextField } from "../ui/TextField.tsx";
import { UserText } from "../ui/UserText.tsx";
import { checkFile, NotAResult } from "./checkFile.ts";
import { canCheck } from "./sha256.ts";

type State =
  | { phase: "asking"; problem?: string }
  | { phase: "checking" }
  | { phase: "valid"; result: ResultCheck }
  | { phase: "invalid"; text: string; detail?: string };

/** Checks the file of a result that the user chooses, in the browser alone, and shows what it found. */
export function CheckResultFile() {
  const [state, setState] = useState<State>({ phase: "asking" });
  /** Counts the checks: the result of one is dropped when another file was chosen meanwhile. */
  const checks = useRef(0);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [result, ledger] = ["result", "ledger"].map((name) => chosenFile(event.currentTarget, name));
    if (!result) return setState({ phase: "asking", problem: resultTexts.chooseFile });
    checks.current += 1;
    const check = checks.current;
    setState({ phase: "checking" });
    const found = await checkFile(result, ledger ?? null).then(
      (result): State => ({ phase: "valid", result }),
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
      <div role="status">{state.phase === "valid" && <CheckedResult result={state.result} />}</div>
    </div>
  );
}

function chosenFile({ elements }: HTMLFormElement, name: string): File | undefined {
  return (elements.namedItem(name) as HTMLInputElement).files?.[0];
}

/** A result whose file is consistent: what it says, what was checked, and what can't be. */
function CheckedResult({ result }: { result: ResultCheck }) {
  const { title, participants, totals, passRule, head, format, asks, unchecked, questionHash } = result;
  const { rows, missing, isClosed } = result;
  const checked =
    missing > 0
      ? resultTexts.rowsMissing(missing)
      : rows === null
        ? resultTexts.notRecounted
        : resultTexts.recounted(rows);
  return (
    <div className="space-y-6">
      <p className="flex gap-2 rounded-xl border border-yes/40 px-5 py-4 font-semibold">
        <Icon name="check" /> {resultTexts.consistent}
      </p>
      <p className="max-w-prose wrap-anywhere">
        {format === 2 ? resultTexts.format2(questionHash) : asks && resultTexts.format3}
      </p>
      <div className="space-y-2">
        <UserText as="h2" className="text-xl">
          {title}
        </UserText>
        <ResultInWords result={result} />
        <p className="text-muted">{checked}</p>
      </div>
      <div className="space-y-1">
        <p className="font-semibold">{resultTexts.compare}</p>
        <code translate="no" className="block text-sm break-all">
          {head}
        </code>
        <p className="max-w-prose text-sm text-muted">{resultTexts.compareText}</p>
      </div>
      <div className="space-y-1 text-sm text-muted">
        <p className="font-semibold">{resultTexts.notChecked}</p>
        <ul className="list-disc space-y-1 ps-5">
          {(["words", "invented", ...unchecked] as const).map((each) => (
            <li key={each}>{resultTexts.unverifiable[each]}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
