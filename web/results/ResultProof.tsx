import { getLedgerLines, getPortableResult, getResultsCsv } from "@survey-app/contract/results/downloads.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { address } from "../api/api.ts";
import { buttonLook } from "../ui/buttonLook.ts";
import { csvQuery } from "../ui/csvSeparator.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { CheckReceipt } from "../votes/CheckReceipt.tsx";

const downloads = [
  { name: resultTexts.downloads.file, addressOf: (id: string) => address(getPortableResult, { params: { id } }) },
  {
    name: resultTexts.downloads.csv,
    addressOf: (id: string) => address(getResultsCsv, { params: { id }, query: csvQuery }),
  },
];
const ledger = {
  name: resultTexts.downloads.ledger,
  addressOf: (id: string) => address(getLedgerLines, { params: { id } }),
};

/** The hashes that a result can be compared by, the check of its ledger, and the result as files. */
export function ResultProof({ survey }: { survey: FullSurvey }) {
  const { label, privacy, closedAt } = survey;
  return (
    <div className="space-y-6 print:space-y-2 print:text-sm">
      <p className="max-w-prose text-muted">
        {privacy === "named" ? resultTexts.checkText : resultTexts.checkNumbersText}
      </p>
      <dl className="space-y-3">
        <div>
          <dt className="text-sm text-muted">{closedAt === null ? resultTexts.head : resultTexts.finalHead}</dt>
          <dd>
            <code translate="no" className="text-sm break-all">
              {label.head}
            </code>
          </dd>
          <dd className="text-sm text-muted">{resultTexts.headText}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{resultTexts.questionHash}</dt>
          <dd>
            <code translate="no" className="text-sm break-all">
              {label.questionHash}
            </code>
          </dd>
        </div>
      </dl>
      <div className="print:hidden">
        <CheckReceipt survey={survey} />
      </div>
      {isOpenToAll(survey) && <Downloads survey={survey} />}
    </div>
  );
}

/** Links don't carry a token, so they lead to files that everyone may see, not to a voter's own view. */
const isOpenToAll = ({ resultsVisible, results, closedAt }: FullSurvey) =>
  resultsVisible && (results !== "afterVote" || closedAt !== null);

function Downloads({ survey: { _id: id, privacy } }: { survey: FullSurvey }) {
  return (
    <div className="space-y-3 print:hidden">
      <h3 className="text-lg">{resultTexts.keep}</h3>
      <p className="max-w-prose text-muted">
        {resultTexts.keepText((text) => (
          <a href="/check" className="underline underline-offset-4">
            {text}
          </a>
        ))}
      </p>
      <ul className="flex flex-wrap gap-3">
        {/* Without public votes, the log doesn't have more than the result. */}
        {[...downloads, ...(privacy === "named" ? [ledger] : [])].map(({ addressOf, name }) => (
          <li key={name} className="max-w-full wrap-anywhere">
            <a href={addressOf(id)} download className={buttonLook("quiet", true)}>
              <Icon path={innerIcons.download} size={16} /> {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
