import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { shareWords } from "@survey-app/contract/results/passedText.ts";
import { shareTexts } from "@survey-app/contract/results/resultText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";

interface Row {
  answer: string;
  icon?: IconName;
  people?: number;
  share?: string;
}

/** "≥ 2/3", "> 50%". */
const writeNeeded = (rule: PassRule): string => `${rule.needs === "moreThan" ? ">" : "≥"} ${shareWords(rule)[1]}`;

/** The counts and shares of a survey as a table; while the result is hidden, only how many people voted. */
export function ResultNumbers({ survey }: { survey: FullSurvey }) {
  const { label, participants, totalVotes, yesVotes, noVotes, unsureVotes, unsure } = survey;
  const shares = totalVotes > 0 ? shareTexts(yesVotes ?? 0, totalVotes) : { yes: "", no: "" };
  const answers: Row[] =
    yesVotes === null
      ? []
      : [
          { answer: uiTexts.yes, icon: "check", people: yesVotes, share: shares.yes },
          { answer: uiTexts.no, icon: "cross", people: noVotes ?? 0, share: shares.no },
          ...(unsure ? [{ answer: uiTexts.unsure, icon: "question", people: unsureVotes ?? 0 } as const] : []),
        ];
  const rows: Row[] = [
    ...(label.list ? [{ answer: recordTexts.columns.people, people: label.list.invited + label.list.added }] : []),
    { answer: resultTexts.participants, people: participants },
    ...answers,
    ...(label.passRule ? [{ answer: resultTexts.needed, share: writeNeeded(label.passRule) }] : []),
  ];
  return (
    <div className="@container space-y-2">
      {/* With texts twice as large, three whole words or icons don't fit on a phone, but whole numbers always do. */}
      <table className="w-full max-w-form border-collapse tabular-nums @max-[13rem]:hyphens-auto @max-[13rem]:wrap-anywhere @max-[10rem]:[&_svg]:hidden">
        <caption className="sr-only">{resultTexts.numbers}</caption>
        <thead>
          <tr className="border-b border-line-strong text-sm text-muted">
            <th scope="col" className="py-2 text-start font-semibold">
              {resultTexts.columns.answer}
            </th>
            <th scope="col" className="py-2 ps-2 text-end font-semibold sm:ps-4 @min-[9rem]:wrap-normal">
              {resultTexts.columns.people}
            </th>
            {answers.length > 0 && (
              <th scope="col" className="py-2 ps-2 text-end font-semibold sm:ps-4 @min-[9rem]:wrap-normal">
                {resultTexts.columns.share}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ answer, icon, people, share }) => (
            <tr key={answer} className="border-b border-line">
              <th scope="row" className="py-2.5 text-start font-normal print:py-1">
                <span className="inline-flex items-center gap-1.5">
                  {icon && <Icon name={icon} size={16} />} {answer}
                </span>
              </th>
              <td translate="no" className="py-2.5 ps-2 text-end whitespace-nowrap sm:ps-4 print:py-1">
                {people !== undefined && formatCount(people)}
              </td>
              {answers.length > 0 && (
                <td translate="no" className="py-2.5 ps-2 text-end whitespace-nowrap sm:ps-4 print:py-1">
                  {share}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {unsure && answers.length > 0 && <p className="text-sm text-muted">{uiTexts.unsureApart}</p>}
    </div>
  );
}
