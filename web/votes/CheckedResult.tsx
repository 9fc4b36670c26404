import type { ResultCheck } from "@survey-app/contract/checkResult.ts";
import { formatCount } from "@survey-app/contract/formatCount.ts";
import { totalsText } from "@survey-app/contract/ledgerPage.ts";
import * as resultTexts from "../texts/resultTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { UserText } from "../ui/UserText.tsx";

/** A result whose file is consistent: what it says, what was checked, and what can't be. */
export function CheckedResult({ result }: { result: ResultCheck }) {
  const { title, participants, totals, head, rows, missing } = result;
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
      <div className="space-y-2">
        <UserText as="h2" className="text-xl">
          {title}
        </UserText>
        <p>{resultTexts.says(totalsText(totals, formatCount), participants)}</p>
        <p className="text-muted">{checked}</p>
      </div>
      <div className="space-y-1">
        <p className="font-semibold">{resultTexts.compare}</p>
        <p className="font-mono text-sm break-all">{head}</p>
        <p className="max-w-prose text-sm text-muted">{resultTexts.compareText}</p>
      </div>
      <div className="space-y-1 text-sm text-muted">
        <p className="font-semibold">{resultTexts.notChecked}</p>
        <ul className="list-disc space-y-1 pl-5">
          {resultTexts.unverifiable.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
