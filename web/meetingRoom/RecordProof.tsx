import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { getRecordCsv, getRecordFile } from "@survey-app/contract/meetings/record.ts";
import { isClosed } from "@survey-app/contract/meetings/recordText.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import { address } from "../api/api.ts";
import { buttonLook } from "../ui/buttonLook.ts";
import { csvQuery } from "../ui/csvSeparator.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { Section } from "../ui/Section.tsx";

/** The heads of a meeting's ledgers, its record as files, and where it can be checked. */
export function RecordProof({ meeting, questions }: { meeting: string; questions: readonly OpenedQuestion[] }) {
  const closed = questions.filter(isClosed);
  const params = { meeting };
  const files = [
    { name: recordTexts.downloads.file, url: address(getRecordFile, { params }) },
    { name: recordTexts.downloads.csv, url: address(getRecordCsv, { params, query: csvQuery }) },
  ];
  return (
    <Section title={recordTexts.check}>
      <p className="max-w-prose text-muted print:hidden">
        {recordTexts.checkText((text) => (
          <a href={`/check?meeting=${meeting}`} className="underline underline-offset-4">
            {text}
          </a>
        ))}
      </p>
      {closed.length > 0 && (
        <div className="space-y-1 text-xs text-muted">
          <p>{recordTexts.heads}</p>
          <ol className="space-y-0.5">
            {closed.map(({ n, head }) => (
              <li key={n} className="flex gap-2">
                <span className="min-w-5 text-end">{n}</span>
                <code translate="no" dir="ltr" className="break-all">
                  {head}
                </code>
              </li>
            ))}
          </ol>
        </div>
      )}
      <ul className="flex flex-wrap gap-3 print:hidden">
        {files.map(({ name, url }) => (
          <li key={name} className="max-w-full wrap-anywhere">
            <a href={url} download className={buttonLook("quiet", true)}>
              <Icon path={innerIcons.download} size={16} /> {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
