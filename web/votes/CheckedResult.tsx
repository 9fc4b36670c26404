import type { ResultCheck } from "@survey-app/contract/results/checkResult.ts";
import { totalsText } from "@survey-app/contract/results/ledgerPage.ts";
import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { UserText } from "../ui/UserText.tsx";

/** A result whose file is consistent: what it says, what was checked, and what can't be. */
export function CheckedResult({ result }: { result: ResultCheck }) {
  const { title, head, format, asks, unchecked, questionHash, rows, missing } = result;
  const checked =
    missing > 0
      ? resultTexts.rowsMissing(missing)
      : rows === null
        ? resultTexts.notRecounted
        : resultTexts.recounted(rows);
  return (
    <div className="space-y-6">
      <Consistent />
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
      <Compared head={head} text={resultTexts.compare} />
      <NotChecked items={unchecked.map((each) => resultTexts.unverifiable[each])} />
    </div>
  );
}

/** The content of a result: how many people voted, how, and whether that passed. */
export function ResultInWords({
  result: { participants, totals, passRule, isClosed },
}: {
  result: Pick<ResultCheck, "participants" | "totals" | "passRule" | "isClosed">;
}) {
  if (totals === null) return <p>{resultTexts.says(participants, resultSentences.tooFewToShow)}</p>;
  const { yes: yesVotes, no, unsure: unsureVotes } = totals;
  return (
    <>
      <p>{resultTexts.says(participants, totalsText(totals, formatCount))}</p>
      {passRule && isClosed && (
        <p>
          {resultSentences.asSentence(describeFinal({ totalVotes: yesVotes + no, yesVotes, unsureVotes, passRule }))}
        </p>
      )}
    </>
  );
}

/** The first line about a file that doesn't contradict itself. */
export function Consistent() {
  return (
    <p className="flex gap-2 rounded-xl border border-yes/40 px-5 py-4 font-semibold">
      <Icon name="check" /> {resultTexts.consistent}
    </p>
  );
}

/** The head of a file, which only another copy can prove. */
export function Compared({ head, text }: { head: string; text: string }) {
  return (
    <div className="space-y-1">
      <p className="font-semibold">{text}</p>
      <code translate="no" className="block text-sm break-all">
        {head}
      </code>
      <p className="max-w-prose text-sm text-muted">{resultTexts.compareText}</p>
    </div>
  );
}

/** The claims that no check of a file can prove, and those that this one could not. */
export function NotChecked({ items }: { items: readonly string[] }) {
  const { words, invented } = resultTexts.unverifiable;
  return (
    <div className="space-y-1 text-sm text-muted">
      <p className="font-semibold">{resultTexts.notChecked}</p>
      <ul className="list-disc space-y-1 ps-5">
        {[words, invented, ...items].map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}
