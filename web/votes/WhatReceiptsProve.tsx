import { ledger } from "@survey-app/contract/votes.ts";
import { address } from "../api.ts";

/** What a check proves and what it does not, and where the log is for those who'd rather check it themselves. */
export function WhatReceiptsProve({ surveyId }: { surveyId: string }) {
  return (
    <details className="text-sm text-muted">
      <summary className="font-semibold text-ink">What this proves, and what it doesn't</summary>
      <ul className="mt-3 list-disc space-y-2 pl-5">
        <li>
          If your receipt is found, no row up to yours was changed, removed or put in since you got it: each row's hash
          is made of all rows before it, and your receipt is the beginning of one.
        </li>
        <li>It does not prove that the voters are real people, or different ones.</li>
        <li>
          It does not prove that everybody is shown the same log. Whoever sees another head for as many votes was shown
          another one.
        </li>
        <li>A receipt tells whoever sees it which row is yours, and so what you voted.</li>
      </ul>
      <p className="mt-3">
        Without trusting this page:{" "}
        <a
          href={address(ledger, { params: { id: surveyId } })}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-ink underline underline-offset-4"
        >
          the log itself
        </a>
        , in which anybody can recompute every row with sha256sum.
      </p>
    </details>
  );
}
